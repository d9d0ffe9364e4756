import { Parser } from 'htmlparser2';
import { cleanLine } from './clean';

/** What an EPUB's package file (content.opf) says: whose book it is, and its pages in reading order. */
export interface PackageFile {
  readonly title: string;
  readonly author: string;
  /** Addresses of the pages, relative to the package file, in reading order. */
  readonly spine: readonly string[];
  /** The navigation page (EPUB 3), or the table of contents (`toc.ncx`, EPUB 2); empty where there is none. */
  readonly nav: string;
  readonly ncx: string;
}

/** Reads a package file. Pages that are not part of the reading order (`linear="no"`) and the navigation are left out. */
export function readPackage(xml: string): PackageFile {
  const hrefs = new Map<string, { href: string; properties: string; type: string }>();
  const refs: string[] = [];
  let into: 'title' | 'author' | null = null;
  const names = { title: '', author: '' };
  const parser = new Parser(
    {
      onopentag(name, a) {
        const local = name.replace(/^.*:/, '');
        // The first of each: later ones are subtitles and second authors.
        if (name === 'dc:title' && names.title === '') into = 'title';
        if (name === 'dc:creator' && names.author === '') into = 'author';
        if (local === 'item' && a.id !== undefined && a.href !== undefined)
          hrefs.set(a.id, {
            href: decoded(a.href),
            properties: a.properties ?? '',
            type: a['media-type'] ?? '',
          });
        if (local === 'itemref' && a.idref !== undefined && a.linear !== 'no') refs.push(a.idref);
      },
      ontext(text) {
        if (into !== null) names[into] += text;
      },
      onclosetag() {
        into = null;
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  const items = [...hrefs.values()];
  const nav = items.find(({ properties }) => /\bnav\b/.test(properties))?.href ?? '';
  const ncx = items.find(({ type }) => type === 'application/x-dtbncx+xml')?.href ?? '';
  const spine = refs.flatMap((ref) => hrefs.get(ref)?.href ?? []).filter((href) => href !== nav);
  return { title: cleanLine(names.title), author: cleanLine(names.author), spine, nav, ncx };
}

/** Address of the package file from an EPUB's `META-INF/container.xml`; null where it names none. */
export function packageAddress(container: string): string | null {
  let address: string | null = null;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name.replace(/^.*:/, '') !== 'rootfile') return;
        address ??= attributes['full-path'] ?? null;
      },
    },
    { xmlMode: true },
  );
  parser.end(container);
  return address;
}

/** An address as a file's name; one that is not validly encoded stands as it is. */
export function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

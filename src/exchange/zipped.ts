import { Zip, ZipDeflate } from 'fflate';

/** Characters that are packed before the page may draw again. */
const AT_ONCE = 1_000_000;

/** Texts as one zip, in a folder of their own. Packed piece by piece, for batches have hundreds of megabytes. */
export async function zipped(
  files: readonly { readonly name: string; readonly text: string }[],
  folder: string,
): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const archive = new Zip((error, piece) => {
    if (error !== null) throw error;
    parts.push(new Uint8Array(piece));
  });
  const encoder = new TextEncoder();
  for (const { name, text } of files) {
    const entry = new ZipDeflate(`${folder}/${name}`, { level: 6 });
    archive.add(entry);
    for (let at = 0; at < text.length;) {
      let end = Math.min(text.length, at + AT_ONCE);
      // Not between the halves of one character.
      if (end < text.length && isHigh(text.charCodeAt(end - 1))) end -= 1;
      entry.push(encoder.encode(text.slice(at, end)));
      at = end;
      await new Promise((resolve) => setTimeout(resolve));
    }
    entry.push(new Uint8Array(), true);
  }
  archive.end();
  return new Blob(parts, { type: 'application/zip' });
}

function isHigh(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00;
}

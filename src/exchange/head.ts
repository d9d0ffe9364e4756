/** The first bytes of a file, unpacked where it is gzip; fewer where it is short or damaged. Never rejects but by the disk. */
export async function headOf(file: Blob, most: number): Promise<Uint8Array> {
  const raw = new Uint8Array(await file.slice(0, most).arrayBuffer());
  if (raw[0] !== 0x1f || raw[1] !== 0x8b) return raw;
  const reader = new Blob([raw]).stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    while (length < most) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      length += value.length;
    }
    await reader.cancel();
  } catch {
    // The beginning of a packed file ends before its end: what came is all that is wanted.
  }
  const head = new Uint8Array(length);
  parts.reduce((at, part) => {
    head.set(part, at);
    return at + part.length;
  }, 0);
  return head.subarray(0, most);
}

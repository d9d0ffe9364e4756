/**
 * The text of an answer, counted while it arrives, so that one without an end is given up and not kept in memory.
 * @param most bytes, after decompression
 * @returns null where there is more; what was on its way is stopped
 * @throws what the connection throws
 */
export async function limitedText(response: Response, most: number): Promise<string | null> {
  if (response.body === null) return '';
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.length;
    if (bytes > most) {
      await reader.cancel();
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}

/**
 * Gives a file to the reader's browser to save.
 * @param name of the file, which the browser may change
 * @param content a text, or a Blob with its own type
 */
export function saveFile(name: string, content: string | Blob, type = 'text/plain'): void {
  const blob =
    typeof content === 'string' ? new Blob([content], { type: `${type};charset=utf-8` }) : content;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // Some browsers read the address only after the click was handled.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

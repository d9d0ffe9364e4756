/** Remembers in this browser that something was run, so that the first page looks for earlier runs only where there are any. */
const KEY = 'crossroads:has-run';
let here = false;

export function rememberRun(): void {
  here = true;
  try {
    localStorage.setItem(KEY, 'yes');
  } catch {
    // Without storage no run outlives the page either.
  }
}

export function hasRun(): boolean {
  try {
    return here || localStorage.getItem(KEY) !== null;
  } catch {
    return here;
  }
}

import type { Notices } from '../components/context';

/** The browser's own complaint about a layout that settles one frame later; it means nothing to anyone. */
const HARMLESS = /ResizeObserver loop/;

/** Shows whatever no page has caught. Returns what ends it. */
export function watchErrors(notices: Notices): () => void {
  const failed = (event: ErrorEvent): void => {
    if (!HARMLESS.test(event.message)) notices.fail(event.error ?? event.message);
  };
  const rejected = (event: PromiseRejectionEvent): void => notices.fail(event.reason);
  addEventListener('error', failed);
  addEventListener('unhandledrejection', rejected);
  return () => {
    removeEventListener('error', failed);
    removeEventListener('unhandledrejection', rejected);
  };
}

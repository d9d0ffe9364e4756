const STORE = 'crossroads-scroll';
/** A page whose data arrives late is scrolled again until it is long enough, but not for ever. */
const PATIENCE_MS = 1500;

/**
 * Where each entry of the history was scrolled to. An entry carries its key in the history's state; the places
 * survive a reload in session storage.
 */
export class ScrollPlaces {
  #places = new Map<string, number>(read());
  #key = '';
  #stop: () => void = () => undefined;

  /** Gives the present entry a key if it is new, and returns where it was scrolled to. */
  arrive(): number {
    this.#stop();
    const state: unknown = history.state;
    const known = isKeyed(state) ? state.key : null;
    this.#key = known ?? `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
    if (known === null) history.replaceState({ key: this.#key }, '');
    return this.#places.get(this.#key) ?? 0;
  }

  remember(y: number): void {
    if (this.#key !== '') this.#places.set(this.#key, y);
  }

  save(): void {
    try {
      sessionStorage.setItem(STORE, JSON.stringify([...this.#places].slice(-50)));
    } catch {
      // Without session storage a reload starts at the top.
    }
  }

  /** Scrolls there, now and again while the page grows, until the reader scrolls or time is up. */
  scroll(y: number): void {
    this.#stop();
    const go = (): void => window.scrollTo({ top: y, behavior: 'instant' });
    go();
    if (y === 0 || scrollY >= y - 1) return;
    const grown = new ResizeObserver(() => {
      go();
      if (scrollY >= y - 1) this.#stop();
    });
    grown.observe(document.body);
    const timer = setTimeout(() => this.#stop(), PATIENCE_MS);
    const byHand = (): void => this.#stop();
    addEventListener('wheel', byHand, { passive: true, once: true });
    addEventListener('keydown', byHand, { once: true });
    addEventListener('touchstart', byHand, { passive: true, once: true });
    this.#stop = () => {
      grown.disconnect();
      clearTimeout(timer);
      removeEventListener('wheel', byHand);
      removeEventListener('keydown', byHand);
      removeEventListener('touchstart', byHand);
      this.#stop = () => undefined;
    };
  }
}

function isKeyed(state: unknown): state is { key: string } {
  return (
    typeof state === 'object' && state !== null && 'key' in state && typeof state.key === 'string'
  );
}

function read(): [string, number][] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORE) ?? '[]');
    return Array.isArray(stored) ? (stored as [string, number][]) : [];
  } catch {
    return [];
  }
}

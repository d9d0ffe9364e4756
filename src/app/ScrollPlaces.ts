const STORE = 'crossroads-scroll';
/** A page whose data arrives late is scrolled again until it is long enough, but not for ever. */
const PATIENCE_MS = 1500;
/** What says that the reader has gone on. */
const BY_HAND = ['wheel', 'keydown', 'pointerdown', 'touchstart'] as const;

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

  /** Scrolls there, now and again while the page grows, until the reader does something or time is up. */
  scroll(y: number): void {
    this.#stop();
    const go = (): void => window.scrollTo({ top: y, behavior: 'instant' });
    go();
    if (y === 0) return;
    const grown = new ResizeObserver(go);
    grown.observe(document.body);
    const timer = setTimeout(() => this.#stop(), PATIENCE_MS);
    const byHand = (): void => this.#stop();
    for (const event of BY_HAND) addEventListener(event, byHand, { passive: true });
    this.#stop = () => {
      grown.disconnect();
      clearTimeout(timer);
      for (const event of BY_HAND) removeEventListener(event, byHand);
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

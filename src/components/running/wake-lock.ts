/** The part of the browser used here. */
export interface Screen {
  readonly visible: () => boolean;
  readonly request: (() => Promise<{ release(): Promise<void> }>) | undefined;
  /** Calls back whenever the page is shown or hidden; returns what ends it. */
  readonly watch: (changed: () => void) => () => void;
}

/**
 * Keeps the screen on while the page is in sight, until the function that is returned is called. The browser takes
 * the lock back whenever the page is hidden, so it is asked for again.
 * @param onHidden called when the page goes out of sight, where browsers slow it
 */
export function keepAwake(onHidden: () => void, screen: Screen = browserScreen()): () => void {
  let ended = false;
  let held: { release(): Promise<void> } | null = null;

  const release = async (): Promise<void> => {
    const lock = held;
    held = null;
    try {
      await lock?.release();
    } catch {
      // It was gone already.
    }
  };
  const ask = async (): Promise<void> => {
    if (ended || held !== null || !screen.visible()) return;
    try {
      held = (await screen.request?.()) ?? null;
    } catch {
      // Refused, for example to save the battery: the run goes on all the same.
      held = null;
    }
    if (ended) await release();
  };
  const stop = screen.watch(() => {
    if (screen.visible()) {
      held = null;
      void ask();
    } else {
      onHidden();
    }
  });
  void ask();
  return () => {
    ended = true;
    stop();
    void release();
  };
}

function browserScreen(): Screen {
  return {
    visible: () => document.visibilityState === 'visible',
    request: 'wakeLock' in navigator ? () => navigator.wakeLock.request('screen') : undefined,
    watch: (changed) => {
      document.addEventListener('visibilitychange', changed);
      return () => document.removeEventListener('visibilitychange', changed);
    },
  };
}

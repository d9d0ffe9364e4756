/**
 * Cross-origin isolation on hosts that cannot send the headers for it: the service worker adds them, from the first
 * load that it serves. The same worker makes the page work offline, so it is registered on every host.
 */

/** How the page stands, with a sentence where several threads are out of reach. */
export interface Isolation {
  readonly state: 'isolated' | 'reloading' | 'after-reload' | 'not-possible';
  readonly sentence: string;
}

/** Remembers that the one reload was tried; for this tab only. */
const RELOADED = 'crossroads:isolation-reload';

/** A worker that has not taken the page over by then will not do so soon. */
const PATIENCE_MS = 60_000;

const SINGLE = 'The engine uses one thread.';

/**
 * Registers the service worker and reloads the page once where that isolates it: not when the reader has already
 * begun to use the page, and never twice.
 * @param onUpdate called when a newer version of the page is ready, with the function that switches to it
 */
export async function isolate(onUpdate?: (apply: () => void) => void): Promise<Isolation> {
  const registered = await register(onUpdate);
  if (globalThis.crossOriginIsolated) {
    sessionStorage.removeItem(RELOADED);
    return { state: 'isolated', sentence: '' };
  }
  if (registered !== null) return notPossible(registered);
  if (!(await controlled())) {
    return notPossible('The part of the page that would allow several threads did not start.');
  }
  if (sessionStorage.getItem(RELOADED) !== null) {
    return notPossible('This browser or host does not allow several threads here.');
  }
  if (navigator.userActivation?.hasBeenActive) {
    const sentence = `${SINGLE} After a reload of the page it can use several.`;
    return { state: 'after-reload', sentence };
  }
  sessionStorage.setItem(RELOADED, '1');
  location.reload();
  return { state: 'reloading', sentence: '' };
}

function notPossible(reason: string): Isolation {
  return { state: 'not-possible', sentence: `${reason} ${SINGLE}` };
}

/** Registers the worker. @returns null, or a sentence on why there is none */
async function register(onUpdate?: (apply: () => void) => void): Promise<string | null> {
  // The development server sends the headers itself, and cached sources would only confuse.
  if (import.meta.env.DEV) return 'The development server runs without a service worker.';
  if (!('serviceWorker' in navigator)) {
    return 'This browser has no service workers here (a private window, or an address without https).';
  }
  try {
    const address = new URL('./service-worker.js', document.baseURI);
    const registration = await navigator.serviceWorker.register(address, {
      scope: './',
      updateViaCache: 'none',
    });
    if (onUpdate !== undefined) watchUpdates(registration, onUpdate);
    return null;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return `The part of the page that works offline could not be installed (${why}).`;
  }
}

/** Resolves with true once a worker answers for this page. */
function controlled(): Promise<boolean> {
  const { serviceWorker } = navigator;
  if (serviceWorker.controller !== null) return Promise.resolve(true);
  return new Promise((resolve) => {
    serviceWorker.addEventListener('controllerchange', () => resolve(true), { once: true });
    setTimeout(() => resolve(serviceWorker.controller !== null), PATIENCE_MS);
  });
}

function watchUpdates(
  registration: ServiceWorkerRegistration,
  onUpdate: (apply: () => void) => void,
): void {
  const offer = (worker: ServiceWorker): void => {
    // Without a worker before it, this is a first visit and not an update.
    if (navigator.serviceWorker.controller === null) return;
    onUpdate(() => {
      navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), {
        once: true,
      });
      worker.postMessage('take over');
    });
  };
  if (registration.waiting !== null) offer(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed') offer(worker);
    });
  });
}

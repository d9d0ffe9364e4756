/** Stands in for the browser's Cache Storage, which Node has not: by address, in the order of first keeping. */
export class MadeCaches {
  readonly #caches = new Map<string, MadeCache>();

  open(name: string): Promise<MadeCache> {
    const cache = this.#caches.get(name) ?? new MadeCache();
    this.#caches.set(name, cache);
    return Promise.resolve(cache);
  }

  /** What all caches hold. */
  addresses(): string[] {
    return [...this.#caches.values()].flatMap((cache) => cache.addresses());
  }
}

class MadeCache {
  readonly #kept = new Map<string, Response>();

  match(address: string | Request): Promise<Response | undefined> {
    return Promise.resolve(this.#kept.get(urlOf(address))?.clone());
  }

  put(address: string | Request, response: Response): Promise<void> {
    this.#kept.set(urlOf(address), response);
    return Promise.resolve();
  }

  delete(address: string | Request): Promise<boolean> {
    return Promise.resolve(this.#kept.delete(urlOf(address)));
  }

  keys(): Promise<Request[]> {
    return Promise.resolve(this.addresses().map((address) => new Request(address)));
  }

  addresses(): string[] {
    return [...this.#kept.keys()];
  }
}

function urlOf(address: string | Request): string {
  return typeof address === 'string' ? address : address.url;
}

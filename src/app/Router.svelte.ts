import { tick } from 'svelte';
import type { Navigation } from '../components/context';
import type { Route } from '../exchange/routes';
import { ScrollPlaces } from './ScrollPlaces';

/** How an address is read and written; the only knowledge of addresses is in `exchange/routes`. */
export interface Addresses {
  readonly parse: (hash: string) => Route;
  readonly href: (route: Route) => string;
}

/**
 * The part of a route that makes it another page. A change of filters is not one, nor what the lab starts from: the
 * lab takes that into the form and out of the address.
 */
export function pageKey(route: Route): string {
  switch (route.page) {
    case 'run':
      return `run/${route.id}`;
    case 'study':
      return `study/${route.code}`;
    case 'run-from':
      return `run-from/${route.from}`;
    case 'novel':
      return `novel/${route.novel}`;
    case 'chapter':
      return `chapter/${route.novel}/${route.chapter}`;
    case 'decision':
      return `decision/${route.novel}/${route.id}`;
    default:
      return route.page;
  }
}

/**
 * The one owner of the address. Pages read `route` and call `go`; links are plain `href`s.
 * On another page it moves the focus to the page's heading, so that it is read aloud, and the scroll position to the
 * top, or back to where it was when one goes back.
 */
export class Router implements Navigation {
  #addresses: Addresses;
  #places = new ScrollPlaces();
  #hash = '';
  #route = $state.raw() as Route;
  title = $state<string | null>(null);
  readonly key = $derived(pageKey(this.#route));
  /** True until the first page is shown, for the focus must not move then. */
  #isFirst = true;
  #scrollTo: number | null = null;

  constructor(addresses: Addresses) {
    this.#addresses = addresses;
    this.#hash = location.hash;
    this.#route = addresses.parse(this.#hash);
  }

  get route(): Route {
    return this.#route;
  }

  get page(): Route['page'] {
    return this.#route.page;
  }

  href(route: Route): string {
    return this.#addresses.href(route);
  }

  go(route: Route, { replace = false }: { readonly replace?: boolean } = {}): void {
    const href = this.href(route);
    if (!replace) {
      location.hash = href;
      return;
    }
    history.replaceState(history.state, '', href);
    this.#show(0);
  }

  /** Listens to the address. Returns what ends it. */
  start(): () => void {
    history.scrollRestoration = 'manual';
    this.#scrollTo = this.#places.arrive();
    // `popstate` also fires for a link to a hash; `hashchange` alone would miss going back within one address.
    const arrive = (): void => {
      if (location.hash !== this.#hash) this.#show(this.#places.arrive());
    };
    const remember = (): void => this.#places.remember(scrollY);
    const leave = (): void => this.#places.save();
    addEventListener('popstate', arrive);
    addEventListener('scroll', remember, { passive: true });
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('popstate', arrive);
      removeEventListener('scroll', remember);
      removeEventListener('pagehide', leave);
    };
  }

  /** Called by the shell when a page's component stands on the screen. */
  async shown(main: HTMLElement): Promise<void> {
    await tick();
    const wasFirst = this.#isFirst;
    this.#isFirst = false;
    if (!wasFirst) focusHeading(main);
    this.#places.scroll(this.#scrollTo ?? 0);
  }

  #show(scrollTo: number): void {
    const before = this.key;
    this.#hash = location.hash;
    this.#route = this.#addresses.parse(this.#hash);
    if (pageKey(this.#route) === before) return;
    this.#scrollTo = scrollTo;
    this.title = null;
  }
}

function focusHeading(main: HTMLElement): void {
  const target = main.querySelector<HTMLElement>('h1') ?? main;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

import { hrefOf, type Route } from '../../exchange/routes';
import { RunSession } from './RunSession.svelte';

/**
 * The runs of this page by the place that shows them: the first page, the lab, a shared study. They outlive the pages,
 * so that a run goes on while its reader looks at something else. One at a time uses the engine.
 */
class Sessions {
  #list = $state.raw<readonly RunSession[]>([]);

  /** The session of a place, a fresh one where it has none yet. Not to be called while a page is being drawn. */
  at(route: Route): RunSession {
    const known = this.find(route);
    if (known !== undefined) return known;
    const session = new RunSession(route, (one) => this.#isFree(one));
    this.#list = [...this.#list, session];
    return session;
  }

  /** The session of a place, where it has one. */
  find(route: Route): RunSession | undefined {
    const place = placeOf(route);
    return this.#list.find((session) => placeOf(session.route) === place);
  }

  /** Runs under way or paused, wherever they are shown. */
  get active(): readonly RunSession[] {
    return this.#list.filter((session) => session.isActive);
  }

  /** The session that carries out a stored run now; undefined where none of this page does. */
  ofRun(runId: string): RunSession | undefined {
    return this.active.find((session) => session.manifest?.runId === runId);
  }

  #isFree(session: RunSession): boolean {
    return !this.#list.some((other) => other !== session && other.isBusy);
  }
}

/** A page is one place, whatever its filters are; each shared study and each run is one of its own. */
function placeOf(route: Route): string {
  return route.page === 'study' || route.page === 'run'
    ? hrefOf(route).replace(/\?.*/s, '')
    : route.page;
}

export const sessions = new Sessions();

/**
 * What the shell hands down to pages and their parts: notices, navigation and the theme.
 * The classes live in `app`; pages see only these interfaces.
 *
 *   const notices = useNotices();
 *   notices.tell('Run deleted.', { undo: () => runs.restore(id) });
 *   notices.fail(error);
 */
import { createContext } from 'svelte';
import type { Route } from '../exchange/routes';

export interface NoticeOptions {
  /** Offers "Undo"; the notice then stays long enough to be reached. */
  readonly undo?: () => void | Promise<void>;
}

export interface Notices {
  /** Says that something was done. Goes away by itself. */
  tell(text: string, options?: NoticeOptions): void;
  /** Shows an error of any kind, as a Problem, until it is dismissed. A person's own stop is not shown. */
  fail(error: unknown): void;
}

export interface Navigation {
  /** The address part that leads to a route, for `href`. */
  href(route: Route): string;
  /** Goes there. `replace` changes the address without a new entry in the history (filters). */
  go(route: Route, options?: { readonly replace?: boolean }): void;
  /** The page's name for the window's title; null: the name of the page's kind. Reset when the page changes. */
  title: string | null;
}

export type ThemeSetting = 'system' | 'light' | 'dark';

export interface Theme {
  /** What was chosen; saved. */
  setting: ThemeSetting;
  /** What that comes to now. */
  readonly shown: 'light' | 'dark';
}

export const [useNotices, provideNotices] = createContext<Notices>();
export const [useNavigation, provideNavigation] = createContext<Navigation>();
export const [useTheme, provideTheme] = createContext<Theme>();

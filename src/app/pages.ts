import type { Component } from 'svelte';
import type { Route } from '../exchange/routes';

/** A page's component; it gets the route of its own kind as its one property, and may do without. */
export type Page = Component<{ route: Route }>;
type Load = () => Promise<{ readonly default: Page }>;
type RouteOf<Name extends Route['page']> = Extract<Route, { page: Name }>;
type PageOf<Name extends Route['page']> = Component<{ route: RouteOf<Name> }> | Component;
type Loads = { readonly [Name in Route['page']]?: () => Promise<{ default: PageOf<Name> }> };

const loads: Loads = {
  home: () => import('../pages/home/Home.svelte'),
  lab: () => import('../pages/lab/Lab.svelte'),
  runs: () => import('../pages/runs/Runs.svelte'),
  run: () => import('../pages/run/Run.svelte'),
  study: () => import('../pages/study/StudyLink.svelte'),
  library: () => import('../pages/library/Library.svelte'),
  novel: () => import('../pages/library/Novel.svelte'),
  chapter: () => import('../pages/library/Chapter.svelte'),
  decision: () => import('../pages/decision/Decision.svelte'),
  compare: () => import('../pages/compare/Compare.svelte'),
  scale: () => import('../pages/scale/Scale.svelte'),
  models: () => import('../pages/models/Models.svelte'),
  selfcheck: () => import('../pages/selfcheck/Selfcheck.svelte'),
  papers: () => import('../pages/papers/Papers.svelte'),
  'run-from': () => import('../pages/run-from/RunFrom.svelte'),
};

/**
 * Each page is loaded when it is first opened, never with the shell; an address without one is not found.
 * That a page is given the route of its own name, which the type of `loads` checks, is forgotten here.
 */
export const pages = loads as { readonly [Name in Route['page']]?: Load };

import * as v from 'valibot';
import type { By } from '../analysis/cells';
import type { TableMeasure } from '../analysis/table-cell';
import { RETRIEVER_KINDS } from '../core/retriever';
import { STATUSES } from '../core/run';
import { METHODS, SUITES, TRAITS } from '../core/study';
import { GENRES } from '../decision/genres';
import { fileAddress } from './file-address';

export const RUN_TABS = ['results', 'samples', 'about'] as const;
export const MEASURES = [
  'expected',
  'r',
  'pis',
  'pis-expected',
  'accuracy-expected',
  'accuracy',
  'yes',
  'mass',
] as const satisfies readonly TableMeasure[];
export type RunMeasure = (typeof MEASURES)[number];
export const GROUPINGS = ['scale', 'cluster', 'all'] as const satisfies readonly By[];

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(100));
const word = v.pipe(v.string(), v.minLength(1), v.maxLength(500));

/** What a run's address can say beside its id, in the order it is written; a value that makes no sense is dropped. */
const runView = {
  tab: v.picklist(RUN_TABS),
  measure: v.picklist(MEASURES),
  by: v.picklist(GROUPINGS),
  status: v.picklist(STATUSES),
  trait: v.picklist(TRAITS),
  behaviour: word,
  /** Of a decision: its novel, its motivation type or family, a genre of its novel. */
  novel: word,
  motivation: word,
  genre: word,
  condition: word,
  answer: word,
  /** Only the flagged samples, or all but them. */
  flagged: v.picklist(['only', 'without']),
  /** What prompts and answers are searched for. */
  text: word,
  /** The trial whose sample is open. */
  sample: word,
};
/** What the lab starts from: a built-in study, the study of a run, or a study's own code. */
const labStart = {
  study: id,
  run: id,
  code: v.pipe(v.string(), v.minLength(1), v.maxLength(200_000)),
};

/** What the shelf is filtered by, and what its novels are searched for. */
const libraryView = {
  text: word,
  genre: v.picklist(GENRES),
  /** Only novels with decisions. */
  decisions: v.picklist(['with']),
  /** Only novels that are on this device, or come with the page. */
  here: v.picklist(['only']),
  find: word,
  by: v.picklist(['meaning']),
};
/** Which paragraph of a chapter is meant, from 1. */
const chapterView = { at: v.pipe(v.string(), v.regex(/^[1-9][0-9]{0,5}$/)) };
export const DECISION_STEPS = ['1', '2', '3', '4', '5', '6', '7', 'all'] as const;
/** Which step of a decision is open, and how its profile is built. */
const decisionView = {
  step: v.picklist(DECISION_STEPS),
  method: v.picklist(METHODS),
  budget: v.pipe(v.string(), v.regex(/^([5-9][0-9]|[1-9][0-9]{2,4})$/)),
  /** Length of the passages in tokens. */
  chunk: v.picklist(['150', '300', '1000']),
  /** The search behind CharMap. */
  search: v.picklist(RETRIEVER_KINDS),
  names: v.picklist(['replaced']),
  motivation: v.picklist(['told']),
};

/** A stored run by its id, or a recorded one that comes with the page by `recorded:<study>.<model>`. */
const runName = v.pipe(v.string(), v.minLength(1), v.maxLength(400));
/** Two sides that are compared: a run each and, within it, a condition. */
const compareView = {
  a: runName,
  b: runName,
  /** Ids of conditions. */
  ca: word,
  cb: word,
  measure: v.picklist(['expected', 'r', 'pis-expected', 'pis', 'accuracy-expected', 'accuracy']),
  by: v.picklist(GROUPINGS),
  /** Leaves out samples with an answer mass under 0.5. */
  flagged: v.picklist(['without']),
  /** Which items are listed: all, not only those on which the answers part. */
  items: v.picklist(['all']),
  /** The trait, behaviour, motivation or novel whose items are listed. */
  group: word,
  /** The item that is open. */
  item: word,
};
export const SCALE_AXES = ['size', 'level', 'temperature', 'wording'] as const;
export const SCALE_MEASURES = [
  'expected',
  'r',
  'separation',
  'pis',
  'pis-expected',
  'accuracy',
  'accuracy-expected',
] as const;
/** What a scale curve shows. */
const scaleView = {
  /** What runs along its horizontal axis. */
  x: v.picklist(SCALE_AXES),
  measure: v.picklist(SCALE_MEASURES),
  suite: v.picklist(SUITES),
  trait: v.picklist(TRAITS),
  /** The study that the runs are of, by its id. */
  study: word,
  /** Whose lines are drawn: the id of a set of conditions, or of a method. */
  condition: word,
  /** Within one run (level, temperature, wording): which; left out: all. */
  run: runName,
};
/** What the list of models shows. */
const modelsView = {
  kind: v.picklist(['gguf', 'mlc', 'endpoint']),
};

type View<Fields extends Record<string, v.GenericSchema>> = {
  readonly [Key in keyof Fields]?: v.InferOutput<Fields[Key]>;
};
export type RunView = View<typeof runView>;
export type CompareView = View<typeof compareView>;
export type ScaleView = View<typeof scaleView>;
export type ModelsView = View<typeof modelsView>;
export type DecisionView = View<typeof decisionView>;
export type LibraryView = View<typeof libraryView>;

/** A page and what its address says of it. */
export type Route =
  | { readonly page: 'home' }
  | { readonly page: 'decide' }
  | ({ readonly page: 'lab' } & View<typeof labStart>)
  | { readonly page: 'runs' }
  | ({ readonly page: 'run'; readonly id: string } & RunView)
  | { readonly page: 'study'; readonly code: string }
  /** Two runs or conditions side by side. */
  | ({ readonly page: 'compare' } & CompareView)
  /** Results against model size, level, temperature or wording. */
  | ({ readonly page: 'scale' } & ScaleView)
  | ({ readonly page: 'models' } & ModelsView)
  | { readonly page: 'selfcheck' }
  /** The papers' claims. */
  | { readonly page: 'papers' }
  | ({ readonly page: 'library' } & LibraryView)
  | { readonly page: 'novel'; readonly novel: string }
  /** A chapter, from 1. */
  | ({ readonly page: 'chapter'; readonly novel: string; readonly chapter: number } & View<
      typeof chapterView
    >)
  | ({ readonly page: 'decision'; readonly novel: string; readonly id: string } & DecisionView)
  /** A run file at another address. Only https, or http on this device, is ever fetched (`fetchRun`). */
  | ({ readonly page: 'run-from'; readonly from: string } & RunView)
  | { readonly page: 'not-found'; readonly hash: string };

/** The route of a hash such as `#/runs/abc?status=error`. Never throws: what is unknown is `not-found`. */
export function parseRoute(hash: string): Route {
  const lost: Route = { page: 'not-found', hash };
  const [path = '', ...queries] = hash.replace(/^#/, '').split('?');
  const query = new URLSearchParams(queries.join('?'));
  const segments = segmentsOf(path);
  if (segments === null) return lost;
  const [page, detail] = segments;
  if (page === 'library') return libraryRoute(segments.slice(1), query) ?? lost;
  if (segments.length > 2) return lost;
  if (page === undefined) return { page: 'home' };
  if (detail === undefined) {
    if (page === 'decide' || page === 'runs' || page === 'selfcheck' || page === 'papers') {
      return { page };
    }
    if (page === 'compare') return { page, ...viewOf(compareView, query) };
    if (page === 'scale') return { page, ...viewOf(scaleView, query) };
    if (page === 'models') return { page, ...viewOf(modelsView, query) };
    if (page === 'lab') return { page, ...viewOf(labStart, query) };
    if (page !== 'run') return lost;
    const given = query.get('from') ?? '';
    // An address without encryption is refused with a sentence by the page, not taken for a mistyped one.
    const from = fileAddress(given) ?? (/^http:\/\/[^@]{1,1900}$/.test(given) ? given : null);
    return from === null ? lost : { page: 'run-from', from, ...viewOf(runView, query) };
  }
  if (page === 'study') return { page, code: detail };
  if (page === 'runs' && v.is(id, detail)) {
    return { page: 'run', id: detail, ...viewOf(runView, query) };
  }
  return lost;
}

/** The shelf, a novel, a chapter of it (`library/emma/3`) or a decision in it (`library/emma/decision/emma-1`). */
function libraryRoute(segments: readonly string[], query: URLSearchParams): Route | null {
  const [novel, detail, decision] = segments;
  if (novel === undefined) return { page: 'library', ...viewOf(libraryView, query) };
  if (!v.is(id, novel)) return null;
  if (detail === undefined) return { page: 'novel', novel };
  if (detail === 'decision' && segments.length === 3 && v.is(id, decision)) {
    return { page: 'decision', novel, id: decision, ...viewOf(decisionView, query) };
  }
  if (segments.length > 2 || !/^[1-9][0-9]{0,4}$/.test(detail)) return null;
  return { page: 'chapter', novel, chapter: Number(detail), ...viewOf(chapterView, query) };
}

/** The hash of a route, beginning with `#/`: what `href` and `location.hash` take. */
export function hrefOf(route: Route): string {
  switch (route.page) {
    case 'home':
      return '#/';
    case 'decide':
    case 'runs':
    case 'selfcheck':
    case 'papers':
      return `#/${route.page}`;
    case 'compare':
      return `#/compare${queryOf(Object.keys(compareView), route)}`;
    case 'scale':
      return `#/scale${queryOf(Object.keys(scaleView), route)}`;
    case 'models':
      return `#/models${queryOf(Object.keys(modelsView), route)}`;
    case 'library':
      return `#/library${queryOf(Object.keys(libraryView), route)}`;
    case 'novel':
      return `#/library/${encoded(route.novel)}`;
    case 'chapter':
      return `#/library/${encoded(route.novel)}/${route.chapter}${queryOf(Object.keys(chapterView), route)}`;
    case 'decision':
      return `#/library/${encoded(route.novel)}/decision/${encoded(route.id)}${queryOf(Object.keys(decisionView), route)}`;
    case 'lab':
      return `#/lab${queryOf(Object.keys(labStart), route)}`;
    case 'run':
      return `#/runs/${encoded(route.id)}${queryOf(Object.keys(runView), route)}`;
    case 'study':
      return `#/study/${encoded(route.code)}`;
    case 'run-from':
      return `#/run?from=${encoded(route.from)}${queryOf(Object.keys(runView), route).replace('?', '&')}`;
    case 'not-found':
      return route.hash;
  }
}

/** The path's parts, null where one is not validly encoded. A slash at the end says nothing. */
function segmentsOf(path: string): string[] | null {
  const parts = path.replace(/^\//, '').replace(/\/$/, '');
  if (parts === '') return [];
  try {
    return parts.split('/').map(decodeURIComponent);
  } catch {
    return null;
  }
}

function viewOf<Fields extends Record<string, v.GenericSchema>>(
  fields: Fields,
  query: URLSearchParams,
): View<Fields> {
  const found = Object.entries(fields).flatMap(([key, schema]) => {
    const result = v.safeParse(schema, query.get(key));
    return result.success ? [[key, result.output] as const] : [];
  });
  return Object.fromEntries(found) as View<Fields>;
}

function queryOf(keys: readonly string[], view: Readonly<Record<string, unknown>>): string {
  const parts = keys.flatMap((key) => {
    const value = view[key];
    return typeof value === 'string' && value !== '' ? [`${key}=${encoded(value)}`] : [];
  });
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

/** Half a surrogate pair, which an address cannot hold, becomes the replacement character instead of an error. */
function encoded(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
}

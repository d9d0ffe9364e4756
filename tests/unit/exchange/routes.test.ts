import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { STATUSES } from '../../../src/core/run';
import { METHODS, TRAITS } from '../../../src/core/study';
import {
  DECISION_STEPS,
  GROUPINGS,
  hrefOf,
  MEASURES,
  parseRoute,
  RUN_TABS,
  type Route,
} from '../../../src/exchange/routes';

describe('parseRoute', () => {
  it.each<[string, Route]>([
    ['', { page: 'home' }],
    ['#', { page: 'home' }],
    ['#/', { page: 'home' }],
    ['#/decide', { page: 'decide' }],
    ['#/lab/', { page: 'lab' }],
    ['#/lab?study=quick', { page: 'lab', study: 'quick' }],
    ['#/runs', { page: 'runs' }],
    ['#/runs/a%20b', { page: 'run', id: 'a b' }],
    [
      '#/runs/r1?tab=samples&status=error&trait=openness&flagged=only&text=a+b&condition=levels%3Dhigh&by=cluster',
      {
        page: 'run',
        id: 'r1',
        tab: 'samples',
        by: 'cluster',
        status: 'error',
        trait: 'openness',
        condition: 'levels=high',
        flagged: 'only',
        text: 'a b',
      },
    ],
    [
      '#/runs/r1?tab=nonsense&status=&colour=blue&sample=t1',
      { page: 'run', id: 'r1', sample: 't1' },
    ],
    ['#/study/eJwB_-', { page: 'study', code: 'eJwB_-' }],
    [
      '#/run?from=https%3A%2F%2Fa.org%2Fx.json%3Fa%3D1',
      { page: 'run-from', from: 'https://a.org/x.json?a=1' },
    ],
    [
      '#/run?from=https%3A%2F%2Fa.org%2Fx.json&tab=samples&text=a',
      { page: 'run-from', from: 'https://a.org/x.json', tab: 'samples', text: 'a' },
    ],
    ['#/run?from=https://a.org/x.json?a=1', { page: 'run-from', from: 'https://a.org/x.json?a=1' }],
    ['#/run?from=http://127.0.0.1:8000/x', { page: 'run-from', from: 'http://127.0.0.1:8000/x' }],
    ['#/library', { page: 'library' }],
    ['#/library?decisions=with&here=only', { page: 'library', decisions: 'with', here: 'only' }],
    ['#/library/moby-dick', { page: 'novel', novel: 'moby-dick' }],
    ['#/library/moby-dick/16?at=3', { page: 'chapter', novel: 'moby-dick', chapter: 16, at: '3' }],
    ['#/library/moby-dick/1?at=0', { page: 'chapter', novel: 'moby-dick', chapter: 1 }],
    [
      '#/library/emma/decision/emma-1?step=3&method=curated%2Bbm25&budget=600&names=replaced&motivation=told',
      {
        page: 'decision',
        novel: 'emma',
        id: 'emma-1',
        step: '3',
        method: 'curated+bm25',
        budget: '600',
        names: 'replaced',
        motivation: 'told',
      },
    ],
    [
      '#/library/emma/decision/emma-1?step=9&method=magic&budget=5&names=kept',
      { page: 'decision', novel: 'emma', id: 'emma-1' },
    ],
    // Known, so that the page can say why it is not fetched.
    ['#/run?from=http://a.org/x', { page: 'run-from', from: 'http://a.org/x' }],
    ['#/run?from=http://localhost/x', { page: 'run-from', from: 'http://localhost/x' }],
  ])('%s', (hash, route) => {
    expect(parseRoute(hash)).toEqual(route);
  });

  it.each([
    '#/nowhere',
    '#/runs/a/b',
    '#/runs/%E0%A4%A',
    `#/runs/${'x'.repeat(101)}`,
    '#/study',
    '#/run',
    '#/run?from=javascript:alert(1)',
    '#/run?from=data:application/json,{}',
    '#/run?from=file:///etc/passwd',
    '#/run?from=https://user:secret@a.org/x',
    '#/run?from=http://user:secret@a.org/x',
    '#/run?from=//a.org/x',
    '#/__proto__',
    '#/constructor/x',
  ])('does not know %s', (hash) => {
    expect(parseRoute(hash)).toEqual({ page: 'not-found', hash });
  });
});

describe('hrefOf', () => {
  it('writes filters in one order and leaves out the empty ones', () => {
    const route: Route = { page: 'run', id: 'a/b', text: '50 %', answer: '', tab: 'samples' };
    expect(hrefOf(route)).toBe('#/runs/a%2Fb?tab=samples&text=50%20%25');
  });

  it('gives an address for half a character, too', () => {
    expect(hrefOf({ page: 'run', id: 'x', text: '\ud83c' })).toBe('#/runs/x?text=%EF%BF%BD');
  });

  it('and parseRoute undo each other', () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
      .filter((t) => t.length <= 100);
    const view = fc.record(
      {
        tab: fc.constantFrom(...RUN_TABS),
        measure: fc.constantFrom(...MEASURES),
        by: fc.constantFrom(...GROUPINGS),
        status: fc.constantFrom(...STATUSES),
        trait: fc.constantFrom(...TRAITS),
        behaviour: text,
        condition: text,
        answer: text,
        flagged: fc.constantFrom('only' as const, 'without' as const),
        text,
        sample: text,
      },
      { requiredKeys: [] },
    );
    const route: fc.Arbitrary<Route> = fc.oneof(
      fc.constantFrom<Route>({ page: 'home' }, { page: 'decide' }, { page: 'runs' }),
      fc.record(
        { page: fc.constant('lab' as const), study: text, run: text },
        { requiredKeys: ['page'] },
      ),
      fc.tuple(text, view).map(([id, rest]): Route => ({ page: 'run', id, ...rest })),
      fc.record({ page: fc.constant('study' as const), code: text }),
      fc.constant<Route>({ page: 'library' }),
      fc.record({ page: fc.constant('novel' as const), novel: text }),
      fc.record({
        page: fc.constant('chapter' as const),
        novel: text,
        chapter: fc.integer({ min: 1, max: 99_999 }),
      }),
      fc.record(
        {
          page: fc.constant('decision' as const),
          novel: text,
          id: text,
          step: fc.constantFrom(...DECISION_STEPS),
          method: fc.constantFrom(...METHODS),
          names: fc.constant('replaced' as const),
        },
        { requiredKeys: ['page', 'novel', 'id'] },
      ),
      fc
        .webUrl({ validSchemes: ['https'], withQueryParameters: true, withFragments: true })
        .chain((url) =>
          view.map((rest): Route => ({ page: 'run-from', from: new URL(url).href, ...rest })),
        ),
    );
    fc.assert(
      fc.property(route, (given) => {
        const href = hrefOf(given);
        expect(parseRoute(href)).toEqual(given);
        // Through a browser's address, too.
        expect(parseRoute(new URL(href, 'https://a.org/').hash)).toEqual(given);
      }),
      { numRuns: 400 },
    );
  });

  it('never throws on any hash, and leads back to the same route', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (tail) => {
        const route = parseRoute(`#/${tail}`);
        expect(parseRoute(hrefOf(route))).toEqual(route);
      }),
      { numRuns: 1000 },
    );
  });
});

import type { ClaimFigure } from '../../analysis/claim-tests';
import { methodLabel } from '../../experiment/condition-label';
import { METHODS, type Method } from '../../core/study';
import type { PublishedClaim } from '../../exchange/published-claims';
import { isTrait } from '../../components/results/results-of';
import { en } from '../../text/en';

/** How a claim is tested, in a sentence. */
export function testText({ test }: PublishedClaim): string {
  const { tests } = en.papers;
  switch (test.kind) {
    case 'needs':
      return en.papers.needs(test.what);
    case 'moves':
    case 'seldom-up':
    case 'no-effect':
      return tests[test.kind](test.shaping);
    case 'moves-more':
      return tests['moves-more'](test.shaping, test.than);
    case 'baseline-above':
    case 'accuracy-above':
      return tests[test.kind](test.above);
    case 'rises':
    case 'separates-more':
      return tests[test.kind];
    case 'better':
      return tests.better(test.than.map(nameOf));
  }
}

/** A figure's numbers: `+13.8 (+11.8 to +15.7)`; empty where there is none. */
export function numbersText(claim: PublishedClaim, { value, low, high }: ClaimFigure): string {
  if (value === null) return '';
  return isRate(claim) ? en.papers.percent(value, low, high) : en.papers.points(value, low, high);
}

/** The fixed scale that a claim's figures are drawn on, and the line that its verdict goes by. */
export function scaleOf(claim: PublishedClaim): {
  readonly domain: readonly [number, number];
  readonly line: number;
} {
  const { test } = claim;
  return 'above' in test ? { domain: [0, 100], line: test.above } : { domain: [-40, 40], line: 0 };
}

function isRate({ test }: PublishedClaim): boolean {
  return 'above' in test;
}

/** What a figure is of: a trait, a direction, a method; empty where there is one figure only. */
export function nameOf(of: string): string {
  if (isTrait(of)) return en.results.traits[of];
  const method = METHODS.find((name) => name === of) satisfies Method | undefined;
  return method === undefined ? (en.papers.of[of] ?? of) : methodLabel(method);
}

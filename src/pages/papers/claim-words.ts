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

/** A figure with what it is of: `high +13.8 [11.8, 15.7]`. */
export function figureText({ test }: PublishedClaim, figure: ClaimFigure): string {
  const { of, value, low, high } = figure;
  const isRate = test.kind === 'baseline-above' || test.kind === 'accuracy-above';
  const said =
    value === null
      ? ''
      : isRate
        ? en.papers.percent(value, low, high)
        : en.papers.points(value, low, high);
  return of === '' ? said : `${nameOf(of)} ${said}`;
}

function nameOf(of: string): string {
  if (isTrait(of)) return en.results.traits[of];
  const method = METHODS.find((name) => name === of) satisfies Method | undefined;
  return method === undefined ? (en.papers.of[of] ?? of) : methodLabel(method);
}

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  facetsOf,
  filterOf,
  filterSamples,
  isFiltering,
  withoutFilters,
  type PlaceOf,
} from '../../../src/components/run/sample-filter';
import { STATUSES, type Sample } from '../../../src/core/run';
import type { RunView } from '../../../src/exchange/routes';

function sample(given: Partial<Sample> = {}): Sample {
  return {
    trial: 't',
    item: 'o-camp-1',
    condition: 'baseline',
    repeat: 1,
    order: 'yes,no',
    status: 'answered',
    answer: 'yes',
    prompt: 'Will you camp out?',
    tokens: { prompt: 1, cached: 0, completion: 1 },
    ms: 1,
    ...given,
  };
}

const placeOf: PlaceOf = (item) =>
  item.startsWith('o-')
    ? { trait: 'openness', behaviour: 'o-camp' }
    : item.startsWith('a-')
      ? { trait: 'agreeableness', behaviour: 'a-help' }
      : null;

const samples: readonly Sample[] = [
  sample({ trial: '1', answerMass: 0.9 }),
  sample({ trial: '2', answer: 'no', answerMass: 0.2 }),
  sample({ trial: '3', item: 'a-help-1', condition: 'levels=5', prompt: 'Help (now)? 100 %' }),
  sample({ trial: '4', item: 'gone', status: 'error', prompt: '', error: 'The device was lost.' }),
  sample({
    trial: '5',
    item: 'a-help-2',
    status: 'unparsed',
    prompt: 'Help?',
    text: 'Perhaps ÉTÉ',
  }),
];

function trials(filter: RunView): string[] {
  return filterSamples(samples, filterOf(filter), placeOf).map(({ trial }) => trial);
}

describe('filterSamples', () => {
  it.each<[RunView, string[]]>([
    [{}, ['1', '2', '3', '4', '5']],
    [{ status: 'error' }, ['4']],
    [{ trait: 'openness' }, ['1', '2']],
    [{ behaviour: 'a-help' }, ['3', '5']],
    [{ trait: 'openness', behaviour: 'a-help' }, []],
    [{ condition: 'levels=5' }, ['3']],
    [{ answer: 'no' }, ['2']],
    [{ flagged: 'only' }, ['2']],
    [{ flagged: 'without' }, ['1', '3', '4', '5']],
    [{ text: 'CAMP' }, ['1', '2']],
    [{ text: '(now)? 100 %' }, ['3']],
    [{ text: 'device' }, ['4']],
    [{ text: 'été' }, ['5']],
    [{ text: 'help-2' }, ['5']],
    [{ trait: 'agreeableness', status: 'answered' }, ['3']],
  ])('%j', (filter, expected) => {
    expect(trials(filter)).toEqual(expected);
  });

  it('takes any search for words, never for a pattern', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
        const found = filterSamples([sample({ prompt: `a ${text} b` })], { text }, placeOf);
        expect(found).toHaveLength(1);
      }),
    );
  });

  it('splits the samples in two by the answer mass', () => {
    const masses = fc.array(fc.option(fc.double({ min: 0, max: 1, noNaN: true })));
    fc.assert(
      fc.property(masses, (given) => {
        const some = given.map((mass, i) =>
          sample({ trial: String(i), ...(mass === null ? {} : { answerMass: mass }) }),
        );
        const only = filterSamples(some, { flagged: 'only' }, placeOf).length;
        const without = filterSamples(some, { flagged: 'without' }, placeOf).length;
        expect(only + without).toBe(some.length);
      }),
    );
  });
});

describe('the filters of an address', () => {
  const view: RunView = { tab: 'samples', measure: 'r', trait: 'openness', sample: '1' };

  it('are told apart from what else it says', () => {
    expect(filterOf(view)).toEqual({ trait: 'openness' });
    expect(withoutFilters(view)).toEqual({ tab: 'samples', measure: 'r', sample: '1' });
    expect(isFiltering(view)).toBe(true);
    expect(isFiltering(withoutFilters(view))).toBe(false);
  });
});

describe('facetsOf', () => {
  it('lists what occurs, traits and behaviours in the order O C E A N', () => {
    const facets = facetsOf([...samples].reverse(), placeOf, undefined);
    expect(facets.traits).toEqual(['openness', 'agreeableness']);
    expect(facets.behaviours).toEqual(['o-camp', 'a-help']);
    expect(facets.statuses).toEqual(STATUSES.filter((status) => status !== 'refused'));
    expect(facets.answers).toEqual(['yes', 'no']);
    expect(facets.hasMass).toBe(true);
  });

  it('lists the behaviours of the chosen trait only', () => {
    expect(facetsOf(samples, placeOf, 'agreeableness').behaviours).toEqual(['a-help']);
  });
});

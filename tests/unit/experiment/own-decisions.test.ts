import { afterEach, describe, expect, it } from 'vitest';
import { ownDataset, type Decision } from '../../../src/decision/dataset';
import { provideOwnDecisions } from '../../../src/experiment/own-decisions-source';
import { loadDecisions, suiteOf } from '../../../src/experiment/registry';
import { dataset as made } from '../decision/made';

afterEach(() => {
  provideOwnDecisions(null);
});

const mine: Decision = {
  ...(made.decisions[0] as Decision),
  id: 'mine-1',
  novel: 'own-0123456789abcdef',
};
const own = ownDataset([{ id: mine.novel, title: 'Mine', author: 'Me' }], [mine]);

describe('the reader’s own decisions in the suite', () => {
  it('are seen as they are now, with the project’s', async () => {
    const ours = (await loadDecisions()).decisions.length;
    let now = own;
    provideOwnDecisions(() => Promise.resolve(now));
    expect((await loadDecisions()).decisions).toHaveLength(ours + 1);
    const { suite } = await suiteOf('decision');
    expect(suite.select({ novels: [mine.novel] }).map(({ id }) => id)).toEqual(['mine-1']);
    now = ownDataset([], []);
    expect((await loadDecisions()).decisions).toHaveLength(ours);
    const { suite: later } = await suiteOf('decision');
    expect(() => later.select({ novels: [mine.novel] })).toThrow('nor among your own here');
  });

  it('change no study that does not name them', async () => {
    const before = (await suiteOf('decision')).suite.select({});
    provideOwnDecisions(() =>
      Promise.resolve(ownDataset([], [mine, { ...mine, id: 'mine-2', novel: 'emma' }])),
    );
    const { suite } = await suiteOf('decision');
    expect(suite.select({})).toEqual(before);
    const ofEmma = before.filter(({ content }) =>
      JSON.stringify(content).includes('"novel":"emma"'),
    );
    expect(ofEmma.length).toBeGreaterThan(0);
    expect(suite.select({ novels: ['emma'] })).toEqual(ofEmma);
    expect(suite.select({ ids: ['mine-2'] })).toHaveLength(1);
  });

  it('are rows of a run, and unknown where they are not', async () => {
    const sample = { trial: 't', item: 'mine-1', condition: 'c', repeat: 1, order: 'A,B,C,D' };
    const samples = [{ ...sample, status: 'answered', answer: 'C', endorsed: true }] as never;
    expect((await suiteOf('decision')).rows(samples)).toMatchObject({ rows: [], unknown: 1 });
    provideOwnDecisions(() => Promise.resolve(own));
    const { rows, unknown } = (await suiteOf('decision')).rows(samples);
    expect([rows.length, rows[0]?.y, unknown]).toEqual([1, 1, 0]);
  });
});

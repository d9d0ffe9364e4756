import { describe, expect, it, vi } from 'vitest';
import { BUILT_IN_STUDIES, builtInStudy } from '../../../src/exchange/built-in-studies';
import { groupsOf, topicOf } from '../../../src/pages/lab/built-in-groups';
import { FIRST_DRAFT, readDraft, writeDraft } from '../../../src/pages/lab/draft';
import { isChanged, studyOf } from '../../../src/pages/lab/draft-study';
import { LabPage } from '../../../src/pages/lab/LabPage.svelte';
import { originOf } from '../../../src/pages/lab/own-draft';
import { draftOf } from '../../../src/pages/lab/study-draft';

vi.mock('../../../src/storage/here', () => ({
  runs: { get: () => Promise.resolve(undefined) },
  settings: { all: () => Promise.resolve({ draft: '' }), set: () => Promise.resolve() },
}));

const mine = { ...FIRST_DRAFT, title: 'Mine', id: 'mine' };
const fileOf = (study: object) => new File([JSON.stringify(study)], 'study.json');

describe('the list of built-in studies', () => {
  it('has every study in one named group, quick looks first and the quicker way before the other', () => {
    const groups = groupsOf(BUILT_IN_STUDIES);
    expect(groups.map(({ group }) => group)).toEqual(['quick', 'behavior', 'trait', 'decision']);
    expect(groups.flatMap(({ ids }) => ids).sort()).toEqual([...BUILT_IN_STUDIES]);
    expect(groups[0]?.ids).toEqual(['quick', 'decision-quick']);
    expect(groups[2]?.ids.slice(0, 2)).toEqual(['openness-p', 'openness']);
  });

  it('leaves out no study that it does not know', () => {
    expect(groupsOf(['quick', 'new'])).toEqual([
      { group: 'quick', ids: ['quick'] },
      { group: 'other', ids: ['new'] },
    ]);
    expect([topicOf('openness-p'), topicOf('new'), topicOf('')]).toEqual(['openness', null, null]);
  });
});

describe('what the form started from', () => {
  it('stays known while the form is changed', async () => {
    for (const id of ['quick', 'behavior-table-5-p', 'decision-quick']) {
      const draft = await draftOf(await builtInStudy(id));
      expect([originOf(draft), isChanged(draft)]).toEqual([id, false]);
      expect([originOf(draft), isChanged({ ...draft, seed: 3 })]).toEqual([id, true]);
    }
    expect([originOf(mine), isChanged(mine)]).toEqual([null, false]);
  });

  it('goes back to one’s own draft, also after a second study and a reload', async () => {
    const page = new LabPage();
    page.draft = structuredClone(mine);
    await page.take('quick');
    await page.take('openness');
    page.draft = readDraft(writeDraft(page.draft))!;
    expect(originOf(page.draft)).toBe('openness');
    expect(originOf(page.takeOwn())).toBe('openness');
    expect(page.draft).toEqual(mine);
  });

  it('goes back to a fresh form where nothing of one’s own stood there', async () => {
    const page = new LabPage();
    await page.take('quick');
    page.takeOwn();
    expect(page.draft).toEqual(FIRST_DRAFT);
  });

  it('takes a study file for one’s own, unless it is a built-in one', async () => {
    const page = new LabPage();
    const quick = await builtInStudy('quick');
    await page.takeFile(fileOf({ ...quick, id: 'sent' }));
    expect(originOf(page.draft)).toBeNull();
    await page.take('openness');
    page.takeOwn();
    expect(page.draft.id).toBe('sent');
    await page.takeFile(fileOf(quick));
    expect(originOf(page.draft)).toBe('quick');
  });
});

describe('the id of a changed study', () => {
  it('follows the title it was given', async () => {
    const draft = { ...(await draftOf(await builtInStudy('quick'))), seed: 7 };
    expect(studyOf({ ...draft, title: 'My own look' }).id).toBe('my-own-look');
    expect(studyOf({ ...draft, title: 'Quick' }).id).toBe('quick-changed');
    expect(studyOf(draft).id).toBe('quick-changed');
  });
});

/*
 * The built-in studies in the order of the lab's list. A study is named by its id without `-p`; where there is one by
 * probability too, it stands first, for it is the quicker one.
 */
const GROUPS = [
  { group: 'quick', studies: ['quick', 'decision-quick'] },
  {
    group: 'behavior',
    studies: [
      'behavior-table-2',
      'behavior-table-3',
      'behavior-table-5',
      'behavior-table-6',
      'behavior-table-8-templates',
      'behavior-table-8-repeats',
      'behavior-figure-3a',
      'behavior-figure-3b',
    ],
  },
  {
    group: 'trait',
    studies: ['openness', 'conscientiousness', 'extraversion', 'agreeableness', 'neuroticism'],
  },
  {
    group: 'decision',
    studies: [
      'decision-core',
      'lifechoice-table-3',
      'lifechoice-table-5',
      'lifechoice-figure-3',
      'lifechoice-figure-4',
      'lifechoice-figure-5',
    ],
  },
] as const;

type Group = (typeof GROUPS)[number]['group'] | 'other';
/** What a study is about, whichever way it takes its answers. */
export type StudyTopic = (typeof GROUPS)[number]['studies'][number];

/** The ids of studies by group; those of no group come last, so that none is missing. */
export function groupsOf(ids: readonly string[]): { group: Group; ids: string[] }[] {
  const known = GROUPS.map(({ group, studies }) => ({
    group: group as Group,
    ids: studies
      .flatMap((study) => [`${study}-p`, study as string])
      .filter((id) => ids.includes(id)),
  }));
  const named = new Set(known.flatMap((each) => each.ids));
  const others = ids.filter((id) => !named.has(id));
  return [...known, { group: 'other' as const, ids: others }].filter((each) => each.ids.length > 0);
}

/** What the study of an id is about; null where it is none of the groups. */
export function topicOf(id: string): StudyTopic | null {
  const base = id.replace(/-p$/, '');
  return (
    GROUPS.flatMap(({ studies }): readonly StudyTopic[] => studies).find((one) => one === base) ??
    null
  );
}

/** Made-up studies of 100,980 trials over the real items, the two ways there are to get so many. */
const study = (id, rest) => ({
  format: 'crossroads-study/1',
  id,
  title: id,
  suite: 'behavior',
  items: {},
  seed: 1,
  answer: 'generate',
  order: 'balanced',
  placement: 'user',
  system: 'none',
  lead: '',
  unparsed: 'leave-out',
  scoring: 'keyed',
  models: { answer: 'embedded' },
  ...rest,
});

/** 510 items, 11 conditions, both orders, nine repeats. */
export const repeated = study('plan-repeated', {
  conditions: [{}, { shaping: ['quantified'], levels: [1, 2, 3, 4, 5], template: [1, 2] }],
  repeats: 9,
});

const levels = [];
for (const openness of [1, 2, 3, 4, 5])
  for (const conscientiousness of [1, 3, 5])
    for (const extraversion of [1, 2, 3, 5])
      for (const neuroticism of [1, 5])
        levels.push({ openness, conscientiousness, extraversion, neuroticism });

/** 510 items, 99 conditions, both orders, once: no two prompts are the same. */
export const distinct = study('plan-distinct', {
  conditions: [{ shaping: ['quantified'], levels: levels.slice(0, 99) }],
  repeats: 1,
});

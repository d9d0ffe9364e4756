import { readFileSync } from 'node:fs';

/**
 * A study of baseline, descriptive low and descriptive high by probability, over the items named.
 * @param {string} id
 * @param {Record<string, unknown>} items
 */
export function studyOf(id, items) {
  return {
    format: 'crossroads-study/1',
    id,
    title: id,
    suite: 'behavior',
    items,
    conditions: [{ shaping: ['none'] }, { shaping: ['descriptive'], levels: ['low', 'high'] }],
    repeats: 1,
    seed: 1,
    answer: 'probability',
    order: 'authored',
    placement: 'user',
    system: 'none',
    lead: 'Answer:',
    unparsed: 'leave-out',
    scoring: 'keyed',
    models: { answer: 'embedded' },
  };
}

/**
 * A built-in study.
 * @param {string} id
 */
export function builtIn(id) {
  return JSON.parse(
    readFileSync(new URL(`../../datasets/studies/${id}.json`, import.meta.url), 'utf8'),
  );
}

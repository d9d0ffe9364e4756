import type { Condition } from '../core/plan';
import type { Method, SuiteId } from '../core/study';
import { BASELINE } from './condition';

/**
 * A condition in a few words, for tables and charts: `descriptive low`, `quantified 4`, `baseline`; of decisions
 * `curated description, names replaced`, `no profile`.
 * @param suite of its study: by itself a condition without any factor says nothing of it
 */
export function conditionLabel(condition: Condition, suite?: SuiteId): string {
  if (suite === 'decision' || isOfDecision(condition)) return decisionLabel(condition);
  if (condition.id === BASELINE) return BASELINE;
  const words: string[] = [];
  if (condition.persona !== 'nobody') {
    words.push('description' in condition.persona ? 'own persona' : profileName(condition.persona));
  }
  if (condition.shaping !== 'none') words.push(condition.shaping);
  if (condition.levels !== null) words.push(levelsLabel(condition));
  if (words.length === 0) words.push(BASELINE);
  if (condition.template !== 1) words.push(`wording ${condition.template}`);
  if (condition.temperature !== null) words.push(`T ${condition.temperature}`);
  if (condition.thinking) words.push('thinking');
  if (condition.negated) words.push('negated');
  return words.join(' ');
}

function isOfDecision({ method, motivation, entities }: Condition): boolean {
  return method !== 'none' || motivation || entities;
}

/** `curated + CharMap, names replaced`; the words for a method are its own name. */
function decisionLabel(condition: Condition): string {
  const words = [methodLabel(condition.method)];
  if (condition.motivation) words.push('+ motivation');
  const notes: string[] = [];
  if (condition.budget !== null) notes.push(`${condition.budget} tokens`);
  if (condition.entities) notes.push('names replaced');
  if (condition.section !== 5) notes.push(`${condition.section} of 5 sections`);
  if (condition.temperature !== null) notes.push(`T ${condition.temperature}`);
  if (condition.thinking) notes.push('thinking');
  return [words.join(' '), ...notes].join(', ');
}

const METHOD_WORDS: Readonly<Record<string, string>> = {
  none: 'no profile',
  'options-only': 'options only',
  random: 'random memories',
  raw: 'raw text',
  bm25: 'BM25',
  embedding: 'embedding',
  hybrid: 'hybrid',
  curated: 'curated description',
  hierarchical: 'model description (hierarchical)',
  incremental: 'model description (incremental)',
  charmap: 'CharMap',
};

/** A method in words: `curated description + CharMap`. */
export function methodLabel(method: Method): string {
  if (method === 'random') return 'random memories';
  return method
    .split('+')
    .map((part) => METHOD_WORDS[part] ?? part)
    .join(' + ');
}

function profileName(persona: { profile: string; narrative: boolean }): string {
  return persona.narrative ? `${persona.profile} with narrative` : persona.profile;
}

function levelsLabel({ levels, shaping }: Condition): string {
  if (levels === null) return '';
  if ('all' in levels) {
    return Object.entries(levels.all)
      .map(([trait, level]) => `${trait.charAt(0).toUpperCase()}${level}`)
      .join(' ');
  }
  // The descriptive text has two ends, the quantified one five levels.
  if (levels.own === 1) return shaping === 'descriptive' ? 'low' : 'low (1)';
  if (levels.own === 5) return shaping === 'descriptive' ? 'high' : 'high (5)';
  return String(levels.own);
}

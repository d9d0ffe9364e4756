import type { Condition } from '../core/plan';
import { BASELINE } from './condition';

/** A condition in a few words, for tables and charts: `descriptive low`, `quantified 4`, `baseline`. */
export function conditionLabel(condition: Condition): string {
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

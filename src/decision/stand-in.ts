import type { Condition } from '../core/plan';
import type { ProfilePart } from '../core/profile';
import type { DescriptionSource, MemorySource, Study } from '../core/study';
import type { Decision } from './dataset';
import { curatedDescription } from './description';
import { profileText } from './profile-text';
import { recipeOf, settingsOf } from './recipe';

/** About as many characters as a token has. */
const CHARACTERS_A_TOKEN = 4;
/** Tokens of a raw text in the plan, which does not know the model's context. */
const RAW_TOKENS = 8000;

/**
 * What stands for a profile in a plan: about as long, and equal to its neighbours' exactly where real profiles will
 * be equal, so that the plan's order is the one that real prompts want.
 */
export function standIn(
  decision: Decision,
  condition: Condition,
  study: Study,
  render: (text: string) => string,
): string {
  const { description, memories, raw } = recipeOf(condition.method);
  const { budget: usual, share } = settingsOf(study);
  const budget = condition.budget ?? usual;
  const where = `${decision.novel} ${decision.at.chapter}.${decision.at.paragraph} section ${condition.section}`;
  const parts: Pick<ProfilePart, 'kind' | 'text'>[] = [];
  if (description !== null) {
    const tokens = memories === null ? budget : Math.floor(budget * share);
    const text = described(decision, condition, description, where, tokens);
    parts.push({ kind: 'description', text: render(text) });
  }
  if (memories !== null) {
    const used = (parts[0]?.text.length ?? 0) / CHARACTERS_A_TOKEN;
    const text = filler(`memories ${remembered(memories, decision)} ${where}`, budget - used);
    parts.push({ kind: 'memory', text });
  }
  if (raw) parts.push({ kind: 'raw', text: filler(`raw ${where}`, RAW_TOKENS) });
  if (condition.motivation && decision.motivation !== null) {
    parts.push({ kind: 'motivation', text: render(decision.motivation.text) });
  }
  return profileText(parts, render(decision.character.name));
}

function described(
  decision: Decision,
  { section }: Condition,
  source: DescriptionSource,
  where: string,
  tokens: number,
): string {
  const { character, at } = decision;
  if (source !== 'curated' || section !== 5) {
    return filler(`description ${source} ${character.id} ${where}`, tokens);
  }
  return curatedDescription(character, at).slice(0, Math.floor(tokens * CHARACTERS_A_TOKEN));
}

/** Memories by chance are a decision's own; so are those that a question finds. */
function remembered(source: MemorySource, { id }: Decision): string {
  return `${source} ${id}`;
}

function filler(label: string, tokens: number): string {
  const first = `<${label}>`;
  const rest = Math.max(0, Math.floor(tokens * CHARACTERS_A_TOKEN) - first.length - 1);
  return `${first}\n${'.'.repeat(rest)}`;
}

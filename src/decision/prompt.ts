import type { Message } from '../core/engine';
import { Problem } from '../core/errors';
import { fill } from '../core/fill';
import type { Condition } from '../core/plan';
import type { Study } from '../core/study';
import type { OptionForms, Question } from '../core/suite';
import type { Decision } from './dataset';
import { recipeOf } from './recipe';
import { LETTERS, type Letter } from './rows-schema';

/**
 * The templates, in the structure of the paper's role-play prompt (description, memory, scenario, question, options,
 * then one letter is asked for), in our words. The options stand last, so that their orders share all before them.
 */
export const TEMPLATES = {
  decision:
    'You play {name}, a character in a novel.\n{profile}\n\nScenario: {scenario}\n\nQuestion: {question}\n\nOptions:\n{options}\n\nChoose as {name} would. Reply with one letter, {letters}, and give no reason.',
  optionsOnly:
    'A character in a novel has four options:\n{options}\n\nWhich does the character choose? Reply with one letter, {letters}, and give no reason.',
} as const;

/** How each model's turn about a character begins, so that calls about one character share their first tokens. */
export function opening(name: string): string {
  return `You play ${name}, a character in a novel.`;
}

/**
 * The prompt of one trial: a pure function of item, condition, order, study and the profile's text.
 * @param render replaces names where the condition asks for it
 * @throws Problem `bad-study` where the condition has a factor that decisions do not know
 */
export function question(
  decision: Decision,
  condition: Condition,
  order: readonly string[],
  study: Study,
  render: (text: string) => string,
  profile: string,
): Question {
  refuseForeign(condition);
  const { asksQuestion } = recipeOf(condition.method);
  const template = asksQuestion
    ? (study.templates?.decision ?? TEMPLATES.decision)
    : TEMPLATES.optionsOnly;
  const inUser = study.placement === 'user' && profile !== '';
  const content = fill(inUser ? template : template.replace(/\{profile\}\n*/g, ''), {
    profile,
    name: render(decision.character.name),
    scenario: render(decision.scenario),
    question: render(decision.question),
    options: optionLines(decision, order, render),
    letters: `${LETTERS.slice(0, -1).join(', ')} or ${LETTERS.at(-1) ?? ''}`,
  });
  const systemText = [
    typeof study.system === 'object' ? study.system.text : '',
    study.placement === 'system' && asksQuestion ? profile : '',
  ]
    .filter((part) => part !== '')
    .join('\n');
  const messages: Message[] = [
    ...(systemText === '' ? [] : [{ role: 'system' as const, content: systemText }]),
    { role: 'user', content },
  ];
  return {
    input: {
      kind: 'chat',
      messages,
      system: study.system === 'default' ? 'default' : 'none',
      // Thoughts come first: a lead before them would take their place.
      lead: condition.thinking ? '' : study.lead,
      thinking: condition.thinking,
    },
    options: letterForms(order),
  };
}

/** The options as shown: the letters run from A, the texts stand in the trial's order. */
function optionLines(
  decision: Decision,
  order: readonly string[],
  render: (text: string) => string,
): string {
  return order
    .map((key, index) => `${LETTERS[index] ?? ''}. ${render(decision.options[key as Letter])}`)
    .join('\n');
}

/** Forms of the letters in the order shown. Small letters are left out: " a" is a common word. */
export function letterForms(order: readonly string[]): OptionForms[] {
  return order.map((key, index) => {
    const letter = LETTERS[index] as string;
    return { key, forms: [letter, ` ${letter}`, `(${letter}`, ` (${letter}`] };
  });
}

function refuseForeign({ persona, shaping, negated }: Condition): void {
  const foreign =
    persona !== 'nobody' ? 'persona' : shaping !== 'none' ? 'shaping' : negated ? 'negated' : null;
  if (foreign === null) return;
  throw new Problem('bad-study', {
    what: `A condition sets "${foreign}", but a decision is asked of the novel's character.`,
    next: `Leave "${foreign}" out, or study behaviours.`,
  });
}

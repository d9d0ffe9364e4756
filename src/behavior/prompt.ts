import type { Message } from '../core/engine';
import { Problem } from '../core/errors';
import { fill } from '../core/fill';
import type { Condition } from '../core/plan';
import type { Study } from '../core/study';
import type { OptionForms, Question } from '../core/suite';
import type { BehaviorItem } from './dataset';
import { personaText, type NamedProfile, type ShapingTexts } from './shaping';

/**
 * The templates, in the structure and order of the paper's two (section 3.3: personality, question, situation),
 * in our words. `letters` is ours: the variant of two-choice items for answering by probability (design section 5).
 */
export const TEMPLATES = {
  yesNo:
    "{persona}\nConsider the situation below: will you {behavior}? Reply with '{first}' or '{second}' and give no reason.\nSituation: {scenario}",
  yesNoNegated:
    "{persona}\nConsider the situation below: will you refrain from this: {behavior}? Reply with '{first}' or '{second}' and give no reason.\nSituation: {scenario}",
  choice:
    '{persona}\nConsider the situation below: which of the two do you prefer? Give no reason.\nSituation: {scenario} {first} or {second}?',
  letters:
    '{persona}\nConsider the situation below: which of the two do you prefer? Reply with the letter, A or B, and give no reason.\nSituation: {scenario}\n(A) {first}\n(B) {second}',
} as const;

const YES_NO_WORDS: Readonly<Record<string, string>> = { yes: 'Yes', no: 'No' };

/** True where the labelled variant of a two-choice item is asked. */
export function asksLetters(item: BehaviorItem, study: Pick<Study, 'answer'>): boolean {
  return item.choices !== null && study.answer === 'probability';
}

/**
 * The prompt of one trial: a pure function of item, condition, order and study.
 * @throws Problem `bad-study` where the negated wording is asked of a study with its own text
 */
export function question(
  item: BehaviorItem,
  condition: Condition,
  order: readonly string[],
  study: Study,
  texts: ShapingTexts,
  profiles: readonly NamedProfile[],
): Question {
  const own = study.templates ?? {};
  if (condition.negated && own.yesNo !== undefined && item.choices === null) {
    throw new Problem('bad-study', {
      what: 'The study has its own text for the question, and a condition that asks for the negated wording of ours.',
      next: 'Leave out "negated", or the text of the study.',
    });
  }
  const persona = personaOf(condition, item.behavior.trait, texts, profiles, own.baseline);
  const [first, second] = order as readonly [string, string];
  const letters = asksLetters(item, study);
  const template = item.choices
    ? letters
      ? (own.letters ?? TEMPLATES.letters)
      : (own.choice ?? TEMPLATES.choice)
    : (own.yesNo ?? (condition.negated ? TEMPLATES.yesNoNegated : TEMPLATES.yesNo));
  const shown = (key: string): string =>
    item.choices ? item.choices[key as 'biased' | 'unbiased'] : (YES_NO_WORDS[key] as string);
  // With the persona in the system message (or none at all) the template's place for it is dropped with its line end.
  const inUser = study.placement === 'user' && persona !== '';
  const content = fill(inUser ? template : template.replace(/\{persona\}(?:\n| )?/g, ''), {
    persona,
    behavior: item.behavior.behavior,
    scenario: item.scenario,
    first: shown(first),
    second: shown(second),
  });
  const systemText = [
    typeof study.system === 'object' ? study.system.text : '',
    study.placement === 'system' ? persona : '',
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
    options: letters ? letterForms(order) : item.choices ? choiceForms(item, order) : YES_NO_FORMS,
  };
}

/** What a persona's text was made of last, and the text. */
let last: { from: Parameters<typeof personaText>; text: string } | undefined;

/** `personaText`; a plan asks for one persona many times in a row. */
function personaOf(...from: Parameters<typeof personaText>): string {
  if (last === undefined || from.some((part, index) => part !== last?.from[index])) {
    last = { from, text: personaText(...from) };
  }
  return last.text;
}

/** Forms of a word: three cases, each with and without the space that follows a lead. */
const formsOf = (word: string): string[] =>
  [word, word.toLowerCase(), word.toUpperCase()].flatMap((form) => [form, ` ${form}`]);

const YES_NO_FORMS: readonly OptionForms[] = [
  { key: 'yes', forms: formsOf('Yes') },
  { key: 'no', forms: formsOf('No') },
];

/** Forms of the letters in the order shown. Small letters are left out: " a" is a common word. */
function letterForms(order: readonly string[]): OptionForms[] {
  return order.map((key, index) => {
    const letter = 'AB'[index] as string;
    return { key, forms: [letter, ` ${letter}`, `(${letter}`, ` (${letter}`] };
  });
}

/** Forms of two free texts, as written and with a capital, with and without the leading space. */
function choiceForms(item: BehaviorItem, order: readonly string[]): OptionForms[] {
  return order.map((key) => {
    const text = item.choices?.[key as 'biased' | 'unbiased'] ?? '';
    const capital = text.charAt(0).toUpperCase() + text.slice(1);
    return { key, forms: [...new Set([text, capital])].flatMap((form) => [form, ` ${form}`]) };
  });
}

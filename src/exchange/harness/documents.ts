import type { Message, Sampling } from '../../core/engine';
import { Problem } from '../../core/errors';
import { sha256 } from '../../core/hash';
import { fold, type Quoted, type StoredText } from '../../core/passage';
import type { Condition, Trial } from '../../core/plan';
import type { Profile } from '../../core/profile';
import type { Artifact } from '../../core/run';
import type { OptionForms, Suite } from '../../core/suite';
import { OPENAI_SAMPLING, unknownFile } from '../../engines/endpoint';
import { recordMessages } from '../../engines/openai/messages';
import { samplingOf } from '../../experiment/outcome';
import type { PreparedPlan } from '../../experiment/plan';
import { askedOf, prepared } from '../../experiment/runner';
import type { HarnessOptions } from './types';

/** How an answer is told by a plain pattern: two words, a letter, or an option's own text. */
export type AnswerKind = 'yes-no' | 'letter' | 'text';

/** A trial as a harness asks it. */
export interface HarnessDocument {
  readonly trial: Trial;
  readonly condition: Condition;
  /** A system message or none, then the user's. */
  readonly system: string;
  readonly user: string;
  /** The first words of the model's turn; empty: none. */
  readonly lead: string;
  readonly options: readonly OptionForms[];
  readonly kind: AnswerKind;
  /** What the model would write for the scored end: the trait's high end, the book's choice. */
  readonly target: string;
  /** The keys that show the scored end. */
  readonly scored: readonly string[];
  readonly sampling: Sampling;
  /** For a suite that makes profiles. */
  readonly profile: CarriedPrompt | null;
}

/** What a log must give back of a prompt that quotes a novel, so that it can be read without the novel. */
export interface CarriedPrompt {
  /** Id of the profile's artifact. */
  readonly artifact: string;
  /** The messages as they are recorded, with places for the passages. */
  readonly prompt: StoredText;
  /** Of the full text of the same. */
  readonly sha256: string;
  /** The artifact itself, with the first trial that rests on it; null with the others, and where none is at hand. */
  readonly made: Artifact | null;
}

/**
 * The trials of a plan in plan order, each as a harness asks it.
 * @throws Problem `not-supported` where a suite makes profiles and no workshop is given; those of the suite's methods
 */
export async function* documentsOf(
  plan: PreparedPlan,
  suite: Suite,
  options: HarnessOptions = {},
): AsyncGenerator<HarnessDocument, undefined> {
  const model = {
    ...unknownFile(''),
    sampling: options.sampling ?? OPENAI_SAMPLING,
    context: 0,
  };
  const artifactOf = carriedOnce(options);
  for (const asked of askedOf(plan, new Set())) {
    const { trial, item, condition, question, profile } = await prepared(
      asked,
      plan.study,
      suite,
      options.workshop,
    );
    const { input } = question;
    const { system, user } = turnsOf(input.messages);
    const scored = item.options.filter((key) => suite.endorses(item, key, condition, plan.study));
    const shown = question.options.find(({ key }) => scored.includes(key));
    yield {
      trial,
      condition,
      system,
      user,
      lead: input.lead,
      options: question.options,
      kind: kindOf(question.options),
      target: shown?.forms[0] ?? '',
      scored,
      sampling: samplingOf(trial, condition, plan.study, model),
      profile:
        profile === undefined
          ? null
          : {
              ...(await carried(messagesOf(system, user), profile)),
              made: await artifactOf(profile.artifact),
            },
    };
  }
}

/** The messages of a document, without the lead. */
export function messagesOf(system: string, user: string): Message[] {
  return [
    ...(system === '' ? [] : [{ role: 'system' as const, content: system }]),
    { role: 'user' as const, content: user },
  ];
}

function turnsOf(messages: readonly Message[]): { system: string; user: string } {
  const [first, second, ...more] = messages;
  if (first?.role === 'user' && second === undefined) return { system: '', user: first.content };
  if (first?.role === 'system' && second?.role === 'user' && more.length === 0) {
    return { system: first.content, user: second.content };
  }
  throw new Problem('not-supported', {
    what: 'A harness asks one question at a time, and this study has a longer conversation.',
  });
}

function kindOf(options: readonly OptionForms[]): AnswerKind {
  const firsts = options.map(({ forms }) => forms[0] ?? '');
  if (firsts.every((form) => /^[A-Z]$/.test(form))) return 'letter';
  return firsts.every((form) => form === 'Yes' || form === 'No') ? 'yes-no' : 'text';
}

/** Gives each artifact the first time it is asked for, null afterwards. They are made on the way, so it looks again. */
function carriedOnce({ artifacts }: HarnessOptions): (id: string) => Promise<Artifact | null> {
  const given = new Set<string>();
  let kept = new Map<string, Artifact>();
  return async (id) => {
    if (given.has(id)) return null;
    given.add(id);
    if (!kept.has(id)) kept = new Map((await artifacts?.())?.map((each) => [each.id, each]));
    return kept.get(id) ?? null;
  };
}

async function carried(
  messages: readonly Message[],
  profile: Profile,
): Promise<Omit<CarriedPrompt, 'made'>> {
  const full = recordMessages(messages);
  const quoted = profile.parts
    .map(({ passage }) => passage)
    .filter((passage): passage is Quoted => passage !== null);
  return {
    artifact: profile.artifact,
    prompt: fold(full, quoted),
    sha256: await sha256(full),
  };
}

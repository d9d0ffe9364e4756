import type { Input } from './engine';
import type { Json } from './hash';
import type { Condition } from './plan';
import type { Profile, Workshop } from './profile';
import type { Study, StudyItems, SuiteId } from './study';

/** What the experiment needs to know of an item; a suite's own items hold more. */
export interface SuiteItem {
  readonly id: string;
  /** The unit it is clustered in: a behaviour, a novel. */
  readonly cluster: string;
  /** What it measures: a trait, `decision`. */
  readonly scale: string;
  /** Content keys of its options in authored order: `yes`, `no`. */
  readonly options: readonly string[];
  /** Everything a prompt is made of, for hashing. */
  readonly content: Json;
}

/** An option as the model may say it. */
export interface OptionForms {
  /** Content key. */
  readonly key: string;
  /** The texts that count as this option at the start of the answer, e.g. `Yes`, ` yes`. */
  readonly forms: readonly string[];
}

/** A trial's question, ready for an engine. */
export interface Question {
  readonly input: Extract<Input, { kind: 'chat' }>;
  readonly options: readonly OptionForms[];
}

/** What a free answer was read as. */
export type Reading =
  | { readonly status: 'answered'; readonly answer: string }
  | { readonly status: 'unparsed' | 'refused' };

/** One thing that is made and rated once a study's trials are answered; what comes of it are artifacts. */
export interface Review {
  /** The item and condition it is about, for a reader who waits. */
  readonly item: string;
  readonly condition: string;
  make(workshop: Workshop): Promise<void>;
}

/** One benchmark as the experiment sees it. Every method is pure. */
export interface Suite {
  readonly id: SuiteId;
  /** The items selected, in authored order; throws a Problem that names what is unknown. */
  select(selector: StudyItems): readonly SuiteItem[];
  item(id: string): SuiteItem | undefined;
  /**
   * The prompt of one trial. `order` holds the options' content keys as shown. Where the suite makes profiles and none
   * is given, the prompt holds a stand-in of about the profile's length that starts like its neighbours' do, for the
   * plan's order and estimate.
   */
  question(
    item: SuiteItem,
    condition: Condition,
    order: readonly string[],
    study: Study,
    profile?: Profile,
  ): Question;
  /**
   * Makes what the trial's prompt rests on, through artifacts that are made once and kept; left out where a suite's
   * prompts need nothing made.
   */
  profile?(
    item: SuiteItem,
    condition: Condition,
    study: Study,
    workshop: Workshop,
  ): Promise<Profile>;
  /** What the study has rated besides its answers (`reviews`); left out where a suite rates nothing. */
  reviews?(
    items: readonly SuiteItem[],
    conditions: readonly Condition[],
    study: Study,
  ): readonly Review[];
  /** Reads a free answer. */
  read(text: string, item: SuiteItem, order: readonly string[], study: Study): Reading;
  /** Whether an answer shows the scored end. */
  endorses(item: SuiteItem, answer: string, condition: Condition, study: Study): boolean;
}

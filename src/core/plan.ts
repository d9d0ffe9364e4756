import type { Level, Method, Persona, Section, Shaping, Study, Trait } from './study';

/** One setting of everything that is varied; every factor has a value. */
export interface Condition {
  /** Names every factor that is not at its default, e.g. `shaping=descriptive,levels=high`; `baseline` where none is. */
  readonly id: string;
  readonly persona: Persona;
  readonly shaping: Shaping;
  /** `own`: the item's own trait at that level; `all`: the traits named, whatever the item's; null without levels. */
  readonly levels: { own: Level } | { all: Partial<Record<Trait, Level>> } | null;
  readonly template: 1 | 2 | 3;
  /** Null: the study's decoding, or the model's published default. */
  readonly temperature: number | null;
  readonly thinking: boolean;
  readonly negated: boolean;
  /** How the profile of a decision's character is built. */
  readonly method: Method;
  /** Tokens of the answering model; null: the study's. */
  readonly budget: number | null;
  readonly motivation: boolean;
  readonly entities: boolean;
  /** Fifths of the text before the decision that are known. */
  readonly section: Section;
}

/** One item under one condition, one repeat, one option order (design section 2). */
export interface Trial {
  /** 16 hex digits of the SHA-256 of item, condition, repeat and order; the same on every machine. */
  readonly id: string;
  readonly item: string;
  /** The condition's id. */
  readonly condition: string;
  /** From 1. */
  readonly repeat: number;
  /** The options' content keys in the order shown, joined by commas: `yes,no`. */
  readonly order: string;
}

/** A study expanded into its trials in the order they are run. */
export interface Plan {
  readonly study: Study;
  /** Over the study without its id, title and models: what is asked, whoever answers. */
  readonly studyHash: string;
  /** Over the plan's items only, so that data added later does not change it. */
  readonly dataHash: string;
  /** Over every rendered prompt (messages and lead) in plan order; a profile still to be made stands as its need. */
  readonly promptHash: string;
  readonly conditions: readonly Condition[];
  readonly trials: readonly Trial[];
}

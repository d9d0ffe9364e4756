import type { Ask } from '../../experiment/outcome';
import type { PreparedPlan } from '../../experiment/plan';

/** The trials of a plan by their ids, each with its question made when it is asked for. */
export class Asks {
  readonly #places: ReadonlyMap<string, number>;
  readonly #items: ReadonlyMap<string, PreparedPlan['items'][number]>;
  readonly #conditions: ReadonlyMap<string, PreparedPlan['conditions'][number]>;

  constructor(private readonly plan: PreparedPlan) {
    this.#places = new Map(plan.trials.map(({ id }, index) => [id, index]));
    this.#items = new Map(plan.items.map((item) => [item.id, item]));
    this.#conditions = new Map(plan.conditions.map((condition) => [condition.id, condition]));
  }

  /** Place in the plan's order; -1 where the plan has no such trial. */
  place(trial: string): number {
    return this.#places.get(trial) ?? -1;
  }

  /** Undefined where the plan has no such trial. */
  get(id: string): Ask | undefined {
    const place = this.place(id);
    const trial = this.plan.trials[place];
    if (trial === undefined) return undefined;
    const item = this.#items.get(trial.item);
    const condition = this.#conditions.get(trial.condition);
    const question = this.plan.questions.at(place);
    if (!item || !condition || !question) return undefined;
    return { trial, item, condition, question };
  }
}

import { asProblem, type Problem } from '../../core/errors';
import type { Study } from '../../core/study';
import { makePlan, type PreparedPlan } from '../../experiment/plan';
import { suiteOf, type RegisteredSuite } from '../../experiment/registry';
import { chooserId, rememberChoice, type Chooser } from './choice';
import { needsOf, type Needs } from './needs';

/** What is known of a study before it is run: its plan, what it takes, or why it cannot be run. */
export class Preparation {
  #study = $state.raw<Study | null>(null);
  #suite = $state.raw<RegisteredSuite | null>(null);
  #plan = $state.raw<PreparedPlan | null>(null);
  #needs = $state.raw<Needs | null>(null);
  #problem = $state.raw<Problem | null>(null);
  #isLooking = $state(false);
  /** The model chosen here, in place of the one that the study names; null: that one. */
  #picked = $state.raw<string | null>(null);
  /** Counts the requests, so that a slow answer never covers a later one. */
  #last = 0;

  get study(): Study | null {
    return this.#study;
  }
  get suite(): RegisteredSuite | null {
    return this.#suite;
  }
  get plan(): PreparedPlan | null {
    return this.#plan;
  }
  get needs(): Needs | null {
    return this.#needs;
  }
  /** Of the study (`bad-study`), or of getting its model. */
  get problem(): Problem | null {
    return this.#problem;
  }
  /** What `Requirements` shows. */
  get facts() {
    return {
      trials: this.#plan?.trials.length ?? null,
      needs: this.#needs,
      problem: this.#problem,
      isLooking: this.#isLooking,
      chooser: this.#chooser,
      study: this.#study,
    };
  }
  /** The name of the model to start with, where another than the study's was chosen. For `RunSession.start`. */
  get choice(): { readonly model?: string } {
    return this.#picked === null ? {} : { model: this.#picked };
  }
  get isLooking(): boolean {
    return this.#isLooking;
  }
  /** True where nothing stands against a start. */
  get isReady(): boolean {
    const needs = this.#needs;
    if (needs === null || this.#problem !== null) return false;
    const isHindered = needs.tooOld || needs.hindrances.length > 0;
    return !isHindered && needs.server?.problem == null && needs.server?.refusal == null;
  }

  readonly #chooser: Chooser = {
    choose: async (id) => {
      await rememberChoice(id);
      this.#picked = chooserId(id);
      await this.again();
    },
    again: () => this.again(),
  };

  /** Looks at the same study again: another model was chosen, or its server changed. Never rejects. */
  async again(): Promise<void> {
    if (this.#study !== null) await this.look(this.#study);
  }

  /** Looks at a study; what was known of another one stays in sight until this is known. Never rejects. */
  async look(study: Study): Promise<void> {
    const turn = ++this.#last;
    this.#isLooking = true;
    // Another study that names a model is to be answered by that one, whatever was chosen for the one before.
    if (study.models.answer !== this.#study?.models.answer) this.#picked = null;
    try {
      const suite = await suiteOf(study.suite);
      const plan = await makePlan(study, suite.suite);
      if (turn !== this.#last) return;
      this.#study = study;
      this.#suite = suite;
      this.#plan = plan;
      this.#problem = null;
      const needs = await needsOf(study, plan, this.#picked ?? undefined);
      if (turn === this.#last) this.#needs = needs;
    } catch (error) {
      if (turn !== this.#last) return;
      this.#problem = asProblem(error);
      this.#needs = null;
      if (this.#problem.code === 'bad-study') this.#plan = null;
    } finally {
      if (turn === this.#last) this.#isLooking = false;
    }
  }
}

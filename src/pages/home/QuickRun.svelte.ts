import { asProblem, type Problem } from '../../core/errors';
import type { Study } from '../../core/study';
import { Preparation } from '../../components/running/Preparation.svelte';
import { recordedRun, type RecordedRun } from '../../components/running/recorded';
import { isSameModel } from '../../components/running/resume';
import { sessions } from '../../components/running/sessions.svelte';
import { shownRun, type ShownRun } from '../../components/running/shown-run';
import { builtInStudy } from '../../exchange/built-in-studies';
import { runs } from '../../storage/here';
import type { RunEntry } from '../../storage/run-rows';

/** A finished run of the quick study, with the recorded run of a larger model over the same study. */
export interface QuickResult {
  readonly own: ShownRun;
  readonly recorded: RecordedRun | null;
}

export const QUICK = 'quick';

/** The first page's own run: the quick study on the embedded model, from the offer to the result. */
export class QuickRun {
  readonly session = sessions.at({ page: 'home' });
  readonly preparation = new Preparation();
  #study = $state.raw<Study | null>(null);
  #unfinished = $state.raw<RunEntry | null>(null);
  #before = $state.raw<RunEntry | null>(null);
  #result = $state.raw<QuickResult | null>(null);
  #problem = $state.raw<Problem | null>(null);

  /** A stored run of this study that can be gone on with. */
  get unfinished(): RunEntry | null {
    return this.#unfinished;
  }
  /** The latest finished one. */
  get before(): RunEntry | null {
    return this.#before;
  }
  get result(): QuickResult | null {
    return this.#result;
  }
  /** Of showing the result, or of finding earlier runs; the run's own are the session's. */
  get problem(): Problem | null {
    return this.#problem;
  }

  /** Finds out what the study takes and whether it was run before. Never rejects. */
  async open(): Promise<void> {
    try {
      const study = await builtInStudy(QUICK);
      this.#study = study;
      await this.preparation.look(study);
      await this.#lookForEarlier();
    } catch (error) {
      this.#problem = asProblem(error);
    }
  }

  /** Opens and starts at once, unless something stands against it or an unfinished run is on offer. */
  async begin(): Promise<void> {
    await this.open();
    if (this.preparation.isReady && this.#unfinished === null) await this.start();
  }

  async start(): Promise<void> {
    if (this.#study === null) return;
    this.#result = null;
    await this.session.start(this.#study, this.preparation.choice);
  }

  async goOn(): Promise<void> {
    if (this.#study === null || this.#unfinished === null) return;
    await this.session.start(this.#study, {
      resumeRunId: this.#unfinished.manifest.runId,
      ...this.preparation.choice,
    });
  }

  /** Makes the result of the session's finished run. Never rejects. */
  async conclude(): Promise<void> {
    const { manifest, samples } = this.session;
    if (manifest === null) return;
    try {
      const own = await shownRun(manifest, samples);
      this.#result = { own, recorded: null };
      const recorded = await recordedRun([QUICK]);
      const { sha256 } = manifest.models.answer;
      const isOther = recorded !== null && recorded.manifest.models.answer.sha256 !== sha256;
      if (this.session.manifest === manifest && isOther) this.#result = { own, recorded };
    } catch (error) {
      this.#problem = asProblem(error);
    }
  }

  /** Runs of the very same plan only: another version's items or prompts cannot be gone on with. */
  async #lookForEarlier(): Promise<void> {
    const { plan, needs } = this.preparation;
    if (plan === null) return;
    const same = (await runs.list()).filter(
      ({ manifest, origin }) =>
        origin === 'here' &&
        manifest.studyHash === plan.studyHash &&
        manifest.dataHash === plan.dataHash &&
        manifest.promptHash === plan.promptHash,
    );
    this.#before = same.find(({ manifest }) => manifest.finishedAt !== '') ?? null;
    const open = same.find(
      ({ manifest }) =>
        manifest.finishedAt === '' && needs !== null && isSameModel(manifest, needs.chosen.model),
    );
    this.#unfinished = open ?? null;
  }
}

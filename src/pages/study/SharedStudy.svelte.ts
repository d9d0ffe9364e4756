import { agreementOf, type Agreement } from '../../analysis/agreement';
import { claimedAgreement, type ClaimedAgreement } from '../../analysis/claimed';
import { foundCells } from '../../components/results/claims';
import { needsReplacement } from '../../components/running/needs';
import { Preparation } from '../../components/running/Preparation.svelte';
import { recordedBy, recordedRun, type RecordedRun } from '../../components/running/recorded';
import { sessions } from '../../components/running/sessions.svelte';
import { shownRun, type ShownRun } from '../../components/running/shown-run';
import { EMBEDDED } from '../../components/running/choose-model';
import { asProblem, type Problem } from '../../core/errors';
import type { Study } from '../../core/study';
import { decodeStudy, type Claims, type SharedStudy as Shared } from '../../exchange/link';
import type { Route } from '../../exchange/routes';
import { differences, type Difference } from './differences';

/** What came of a run of a shared study. */
export interface StudyResult {
  readonly own: ShownRun;
  /** Against the link's cells; null where it claims none. */
  readonly claimed: ClaimedAgreement | null;
  /** In what the run differs from the sender's, so that it is no reproduction. */
  readonly differs: readonly Difference[];
  /** The recorded run by the same model file, and whether the run agrees with it. */
  readonly same: { readonly run: RecordedRun; readonly agreement: Agreement } | null;
  /** A recorded run of the same study by a larger model, to compare with. */
  readonly other: RecordedRun | null;
}

/** A study that came in a link: what it asks, the run of it here, and whether that agrees. */
export class SharedStudy {
  readonly session;
  readonly preparation = new Preparation();
  #shared = $state.raw<Shared | null>(null);
  #study = $state.raw<Study | null>(null);
  #replaced = $state.raw<string | null>(null);
  #result = $state.raw<StudyResult | null>(null);
  #problem = $state.raw<Problem | null>(null);
  #notice = $state.raw<Problem | null>(null);

  constructor(route: Extract<Route, { page: 'study' }>) {
    this.session = sessions.at(route);
    try {
      this.#shared = decodeStudy(route.code);
    } catch (error) {
      this.#problem = asProblem(error);
    }
  }

  /** As it came. */
  get study(): Study | null {
    return this.#shared?.study ?? null;
  }
  get claims(): Claims | null {
    return this.#shared?.claims ?? null;
  }
  /** The name of the model asked for, where the embedded one has to answer instead. */
  get replaced(): string | null {
    return this.#replaced;
  }
  get result(): StudyResult | null {
    return this.#result;
  }
  /** Why the link cannot be opened. */
  get problem(): Problem | null {
    return this.#problem;
  }
  /** What of the result could not be made. */
  get notice(): Problem | null {
    return this.#notice;
  }

  /** Finds out what the study takes. Never rejects. */
  async open(): Promise<void> {
    const { study } = this;
    if (study === null) return;
    try {
      const isOther = await needsReplacement(study);
      this.#study = isOther ? { ...study, models: { answer: EMBEDDED } } : study;
      this.#replaced = isOther ? study.models.answer : null;
    } catch (error) {
      this.#notice = asProblem(error);
      this.#study = study;
    }
    await this.preparation.look(this.#study);
  }

  async start(): Promise<void> {
    if (this.#study === null) return;
    this.#result = null;
    await this.session.start(this.#study, this.preparation.choice);
  }

  /** Makes the result of the session's finished run. Never rejects. */
  async conclude(): Promise<void> {
    const { manifest, samples } = this.session;
    const { study } = this;
    if (manifest === null || study === null) return;
    try {
      const own = await shownRun(manifest, samples);
      const claimed = this.claims === null ? null : checkClaims(this.claims, own);
      const differs = this.claims === null ? [] : differences(this.claims, manifest);
      this.#result = { own, claimed, differs, same: null, other: null };
      const same = await recordedBy(study.id, manifest.models.answer.id);
      const other = same === null ? await recordedRun([study.id]) : null;
      this.#result = {
        own,
        claimed,
        differs,
        same: same === null ? null : { run: same, agreement: agreementOf(same, own) },
        other: other?.manifest.studyHash === manifest.studyHash ? other : null,
      };
    } catch (error) {
      this.#notice = asProblem(error);
    }
  }
}

/** The link's cells against those of a run. */
function checkClaims({ cells, measure }: Claims, { rows, manifest }: ShownRun): ClaimedAgreement {
  return claimedAgreement(cells, foundCells(rows, manifest), measure);
}

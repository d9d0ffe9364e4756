import { asProblem, Problem } from '../../core/errors';
import type { Study, SuiteId } from '../../core/study';
import { Preparation } from '../../components/running/Preparation.svelte';
import { recordedRun, type RecordedRun } from '../../components/running/recorded';
import { sessions } from '../../components/running/sessions.svelte';
import { shownRun, type ShownRun } from '../../components/running/shown-run';
import { builtInStudy } from '../../exchange/built-in-studies';
import { decodeStudy } from '../../exchange/link';
import type { Route } from '../../exchange/routes';
import { readStudyText } from '../../exchange/study-file';
import { runs, settings } from '../../storage/here';
import { FIRST_DRAFT, idOf, isLost, readDraft, withSuite, writeDraft, type Draft } from './draft';
import { studyOf } from './draft-study';
import { issuesOf, type Field, type Issue } from './issues';
import { inPlaceOf, ownOf } from './own-draft';
import { draftOf } from './study-draft';

/** What the lab starts from, as its address says. */
export type LabStart = Extract<Route, { page: 'lab' }>;

/** A finished run of the lab, with a recorded run over the same study where there is one. */
export interface LabResult {
  readonly own: ShownRun;
  readonly recorded: RecordedRun | null;
}

/** What became of opening an address. */
export interface LabOpening {
  /** True where the study that the address names is in the form and will be kept. */
  readonly isTaken: boolean;
  /** What the study took the place of; null where nothing was lost by it. */
  readonly replaced: Draft | null;
}

/** Typing is given so many milliseconds of rest before the plan is made anew, and before the draft is kept. */
const REST_MS = 300;
const KEEP_MS = 600;
/** Where a draft waits until it is written: IndexedDB takes longer than a closing page is given. */
const LEFT_BEHIND = 'crossroads:draft';

/** The lab's state: the draft, what is wrong with it, what it would ask and take, and the run of it. */
export class LabPage {
  readonly session = sessions.at({ page: 'lab' });
  readonly preparation = new Preparation();
  /** What the form writes into. */
  draft = $state<Draft>(structuredClone(FIRST_DRAFT));
  #isOpen = $state(false);
  #result = $state.raw<LabResult | null>(null);
  #problem = $state.raw<Problem | null>(null);
  /** The latest draft, where it is not kept yet. */
  #unkept: string | null = null;
  /** The draft that need not be written, for it is kept already or nothing was done to it. */
  #settled: string | null = null;
  /** True while what is kept could not be read: it must not be written over before something is changed by hand. */
  #isUnread = false;
  /** One address is opened after the other, so that the last one stands in the form in the end. */
  #opening: Promise<unknown> = Promise.resolve();
  readonly issues = $derived<readonly Issue[]>(issuesOf(this.draft));
  /** The study of the draft; null while something stands in its way. */
  readonly study = $derived<Study | null>(
    this.issues.length === 0 ? ($state.snapshot(studyOf(this.draft)) as Study) : null,
  );

  /** True once what was left here before is in the form. */
  get isOpen(): boolean {
    return this.#isOpen;
  }
  get result(): LabResult | null {
    return this.#result;
  }
  /** Of opening a study or keeping the draft. */
  get problem(): Problem | null {
    return this.#problem;
  }
  /** True where the run can be started as the form stands now. */
  get isReady(): boolean {
    const { preparation, study } = this;
    return study !== null && preparation.study === study && preparation.isReady;
  }

  /** Gives the study an id by its title, unless it goes by the id of the study that it came from. */
  rename(): void {
    if (this.draft.source === null) this.draft.id = idOf(this.draft.title);
  }

  /** Turns to another suite. Gives what stood there before; null where nothing changes. */
  changeSuite(suite: SuiteId): Draft | null {
    if (this.draft.suite === suite) return null;
    const before = $state.snapshot(this.draft) as Draft;
    this.draft = withSuite(before, suite);
    return before;
  }

  errorOf(field: Field): string {
    return this.issues.find((issue) => issue.field === field)?.text ?? '';
  }

  /** Opens what was left here and puts the study over it that the address names, if it names one. Never rejects. */
  open(start: LabStart): Promise<LabOpening> {
    const opening = this.#opening.then(() => this.#open(start));
    this.#opening = opening;
    return opening;
  }

  /** Brings back a draft that was replaced. It is kept at once, for the page may have been left by then. */
  restore(draft: Draft): void {
    this.draft = draft;
    this.#unkept = writeDraft(draft);
    this.keepNow();
  }

  /** Takes a built-in study into the form. Gives what stood there before; null where it could not be taken. */
  async take(id: string): Promise<Draft | null> {
    return this.#replace(() => builtInStudy(id));
  }

  /** Goes back to the draft of one's own, or to a fresh one. Gives what stood there before. */
  takeOwn(): Draft {
    const before = $state.snapshot(this.draft) as Draft;
    this.draft = ownOf(before);
    return before;
  }

  /** Takes a study file into the form, as `take` does. */
  async takeFile(file: File): Promise<Draft | null> {
    return this.#replace(async () => readStudyText(await file.text()));
  }

  async start(): Promise<void> {
    if (this.study === null) return;
    this.#result = null;
    await this.session.start(this.study, this.preparation.choice);
  }

  /** Makes the result of the session's finished run. Never rejects. */
  async conclude(): Promise<void> {
    const { manifest, samples } = this.session;
    if (manifest === null) return;
    try {
      const own = await shownRun(manifest, samples);
      this.#result = { own, recorded: null };
      const recorded = await recordedRun([manifest.study.id]);
      const isComparable =
        recorded?.manifest.studyHash === manifest.studyHash &&
        recorded.manifest.models.answer.sha256 !== manifest.models.answer.sha256;
      if (isComparable) this.#result = { own, recorded };
    } catch (error) {
      this.#problem = asProblem(error);
    }
  }

  /** To be called in an effect: looks at the study a moment after its last change. Returns what calls it off. */
  prepare(): () => void {
    const { study, preparation } = this;
    if (study === null || preparation.study === study) return () => undefined;
    const timer = setTimeout(() => void preparation.look(study), REST_MS);
    return () => clearTimeout(timer);
  }

  /** To be called in an effect: keeps the draft a moment after its last change. Returns what calls it off. */
  keep(): () => void {
    const text = this.#text();
    if (!this.#isOpen) return () => undefined;
    if (text === this.#settled) {
      this.#unkept = null;
      return () => undefined;
    }
    this.#isUnread = false;
    this.#unkept = text;
    const timer = setTimeout(() => this.keepNow(), KEEP_MS);
    return () => clearTimeout(timer);
  }

  /** Keeps the draft without waiting, for the page is being left. */
  keepNow(): void {
    if (this.#unkept === null) return;
    const text = this.#unkept;
    this.#unkept = null;
    this.#settled = text;
    leaveBehind(text);
    void this.#write(text);
  }

  async #write(text: string): Promise<void> {
    try {
      await settings.set('draft', text);
      forgetLeftBehind(text);
    } catch (error) {
      if (this.#settled === text) this.#settled = null;
      this.#problem = asProblem(error);
    }
  }

  async #open(start: LabStart): Promise<LabOpening> {
    if (!this.#isOpen) await this.#openKept();
    const opening = await this.#openNamed(start);
    this.#isOpen = true;
    return opening;
  }

  async #openKept(): Promise<void> {
    const left = readDraft(leftBehind());
    if (left !== null) {
      this.draft = left;
      return;
    }
    try {
      const { draft } = await settings.all();
      this.draft = readDraft(draft) ?? structuredClone(FIRST_DRAFT);
    } catch (error) {
      this.#isUnread = true;
      this.#problem = asProblem(error);
    }
    this.#settled = this.#text();
  }

  async #openNamed(start: LabStart): Promise<LabOpening> {
    try {
      const study = await studyOfStart(start);
      if (study === null) return { isTaken: false, replaced: null };
      const draft = await draftOf(study);
      const before = this.#put(draft);
      if (this.#isUnread) {
        // Opening a link is no change by hand.
        this.#settled = this.#text();
        return { isTaken: false, replaced: null };
      }
      this.#problem = null;
      return { isTaken: true, replaced: isLost(before, draft) ? before : null };
    } catch (error) {
      this.#problem = asProblem(error);
      return { isTaken: false, replaced: null };
    }
  }

  #text(): string {
    return writeDraft($state.snapshot(this.draft) as Draft);
  }

  /** Puts the draft of a study into the form. Gives what stood there before. */
  #put(draft: Draft): Draft {
    const before = $state.snapshot(this.draft) as Draft;
    this.draft = inPlaceOf(before, draft);
    return before;
  }

  async #replace(read: () => Promise<Study>): Promise<Draft | null> {
    this.#problem = null;
    try {
      return this.#put(await draftOf(await read()));
    } catch (error) {
      this.#problem = asProblem(error);
      return null;
    }
  }
}

async function studyOfStart({ study, run, code }: LabStart): Promise<Study | null> {
  if (code !== undefined) return decodeStudy(code).study;
  if (study !== undefined) return builtInStudy(study);
  if (run === undefined) return null;
  const entry = await runs.get(run);
  if (entry !== undefined) return entry.manifest.study;
  throw new Problem('storage-failed', {
    what: 'The run whose study was to be opened is not stored in this browser.',
    next: 'Choose another study to start from.',
  });
}

/** Keeps a text at once, until it is written the ordinary way. */
function leaveBehind(text: string): void {
  try {
    localStorage.setItem(LEFT_BEHIND, text);
  } catch {
    // No room or not allowed: the ordinary way may still be quick enough. What stands there is older.
    forgetLeftBehind(leftBehind());
  }
}

/** What was left behind and not written since; empty where nothing was, or where the browser keeps nothing. */
function leftBehind(): string {
  try {
    return localStorage.getItem(LEFT_BEHIND) ?? '';
  } catch {
    return '';
  }
}

/** Forgets a text that is written now, unless a later one waits. */
function forgetLeftBehind(text: string): void {
  try {
    if (leftBehind() === text) localStorage.removeItem(LEFT_BEHIND);
  } catch {
    // Where nothing can be removed, nothing was left.
  }
}

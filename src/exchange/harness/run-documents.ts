import type { Message } from '../../core/engine';
import { Problem } from '../../core/errors';
import { plainText } from '../../core/passage';
import type { Artifact, Run, Sample } from '../../core/run';
import type { OptionForms, Suite } from '../../core/suite';
import { isMessages, messagesOf } from '../../engines/openai/messages';
import { makePlan, type PreparedPlan } from '../../experiment/plan';
import { suiteOf } from '../../experiment/registry';
import { Asks } from './asks';
import { carriedStudy, type CarriedStudy } from './carried';

/** A sample of a run with what a tool's log says of its question. */
export interface RunDocument {
  readonly sample: Sample;
  /** As they were sent; where that is not known the text recorded, in which notes stand for passages. */
  readonly sent: readonly Message[] | string;
  /** The text after the chat template, as the model saw it; null where only the messages are known. */
  readonly templated: string | null;
  /** Empty where this version's data has no such item any more. */
  readonly options: readonly OptionForms[];
  /** What the model would write for the scored end; empty where that is not known. */
  readonly target: string;
  /** Its profile's artifact, with the first sample that rests on it. */
  readonly made: Artifact | null;
}

/** A run's samples for a log, and the study as a log carries it. */
export async function runDocuments(
  run: Run,
): Promise<{ carried: CarriedStudy; documents: RunDocument[] }> {
  const { manifest, artifacts, samples } = run;
  const { study, studyHash, dataHash, promptHash, trials } = manifest;
  const known = await planOf(run);
  const asks = known && new Asks(known.plan);
  const open = new Map(artifacts.map((artifact) => [artifact.id, artifact]));
  const documents = samples.map((sample): RunDocument => {
    const trial = asks?.get(sample.trial);
    const options = trial?.question.options ?? [];
    const scored = options.find(
      ({ key }) =>
        trial && known?.suite.endorses(trial.item, key, trial.condition, known.plan.study),
    );
    const made = (sample.profile !== undefined && open.get(sample.profile)) || null;
    if (made !== null) open.delete(made.id);
    const prompt = plainText(sample.prompt);
    // The words that were sent are the study's, whatever template went round them.
    const sent =
      trial !== undefined && sample.profile === undefined
        ? messagesOf(trial.question.input, true)
        : prompt;
    const templated = prompt === '' || isMessages(prompt) ? null : prompt;
    return { sample, sent, templated, options, target: scored?.forms[0] ?? '', made };
  });
  return {
    carried: carriedStudy({
      study,
      studyHash,
      dataHash,
      promptHash,
      trials: { length: trials },
    }),
    documents,
  };
}

/** The plan of the run's study; null where this version's data differ from the run's. */
async function planOf({ manifest }: Run): Promise<{ plan: PreparedPlan; suite: Suite } | null> {
  const { suite } = await suiteOf(manifest.study.suite);
  try {
    const plan = await makePlan(manifest.study, suite);
    return plan.dataHash === manifest.dataHash ? { plan, suite } : null;
  } catch (error) {
    // An item that is not there any more; the log then says less of the questions.
    if (error instanceof Problem && error.code === 'bad-study') return null;
    throw error;
  }
}

/** The log-probability of each option by its first form, of a sample by probability; null for a written one. */
export function likelihoodsOf({
  sample,
  options,
}: RunDocument): { form: string; logprob: number }[] | null {
  const { probabilities, answerMass = 1 } = sample;
  if (probabilities === undefined) return null;
  const formOf = new Map(options.map(({ key, forms }) => [key, forms[0] ?? key]));
  return Object.entries(probabilities).map(([key, share]) => ({
    form: formOf.get(key) ?? key,
    // Of no share at all: less than any tool's numbers tell apart from nothing.
    logprob: share > 0 ? Math.log(share * answerMass) : -100,
  }));
}

/** The mean of scores and its standard error, as both tools tell them; of one score the error is 0. */
export function meanOf(values: readonly number[]): { mean: number; stderr: number } {
  const n = values.length;
  if (n === 0) return { mean: 0, stderr: 0 };
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  if (n === 1) return { mean, stderr: 0 };
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1);
  return { mean, stderr: Math.sqrt(variance / n) };
}

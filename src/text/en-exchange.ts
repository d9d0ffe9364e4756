import { formatCount, plural } from './format';

/** What enters and leaves beside run files: parts to be merged, batches, other tools' tasks and logs. */
export const exchange = {
  heading: 'Take it elsewhere',
  /** Parts of one run that were dropped together. */
  merge: {
    heading: (parts: number, stored: number) =>
      stored === 0
        ? `${formatCount(parts)} parts of one run`
        : `${formatCount(parts)} parts of one run, ${formatCount(stored)} of them stored here already`,
    together: (done: number, trials: number) =>
      `Together ${formatCount(done)} of ${plural(trials, 'trial', 'trials')}.`,
    missing: (shards: readonly number[], of: number, trials: number) =>
      shards.length === 0
        ? `${plural(trials, 'trial has', 'trials have')} no answer yet; the merged run can be gone on with.`
        : `Missing: part ${shards.join(', ')} of ${of}.`,
    merge: 'Merge',
    keepEarlier: 'Merge, keeping the earlier answers',
    separate: 'Import separately',
    done: 'merged into one run',
    open: 'Open',
  },
  /** What became of a file besides a run of its own. */
  report: {
    batch: (done: number, total: number) =>
      `${formatCount(done)} of ${plural(total, 'trial', 'trials')} of its run have an answer now`,
    issues: (count: number) => `${plural(count, 'line', 'lines')} gave no answer`,
    line: (line: number, what: string) => `${formatCount(line)}: ${what}`,
    more: (count: number) => `and ${formatCount(count)} more`,
    model: (said: string, asked: string) =>
      `By the file, the model “${said}” answered; the run asks “${asked}”.`,
    scores: (compared: number, differing: number) =>
      differing === 0
        ? `The tool’s own score agrees with ours on all ${formatCount(compared)} answers.`
        : `The tool’s own score differs from ours on ${formatCount(differing)} of ${plural(compared, 'answer', 'answers')}: it reads answers by a plain pattern, we by the documented parser.`,
  },
  askRun: {
    text: 'Several runs here wait for the answers to such a batch.',
    /** One run waits, of another model. */
    other: (said: string, asked: string) =>
      `By the file, the model “${said}” answered; the run that waits here asks “${asked}”. What is read into a run stays in it.`,
    label: 'The run that these answers belong to',
    option: (title: string, model: string, when: string, done: number, trials: number) =>
      `${title}, ${model}, ${when}, ${formatCount(done)} of ${formatCount(trials)}`,
    take: 'Read them into this run',
  },
  askStudy: {
    text: 'These are answers to a batch, and no run here waits for them. Choose the study that was asked, or drop its file onto this page.',
    label: 'The study that was asked',
    take: 'Begin a run with these answers',
  },
  leave: 'Leave it',
  /** Of a run whose batch was exported. */
  waits:
    'Waits for the answers to its batch: drop them onto this page. What is still open can be exported again.',
  /** Taking a study or a run to other tools. */
  out: {
    heading: 'Take it elsewhere',
    intro:
      'Ask the same questions with other tools, and drop what comes back onto the page of runs.',
    batch: 'As a batch',
    lmEval: 'For lm-evaluation-harness',
    inspect: 'For Inspect',
    stop: 'Stop',
    saved: (tool: string) =>
      `The study is saved as a task for ${tool}. README.md in the zip says how to run it and what to bring back.`,
    tools: { 'lm-eval': 'lm-evaluation-harness', inspect: 'Inspect' },
    /** Before a study by probability is saved for lm-eval. */
    likelihood: {
      title: 'A study by probability in lm-evaluation-harness',
      text: 'There it is a log-likelihood task only. Chat servers do not give the log-likelihood of a given text, so it is meant for vLLM, and it was not tested against one.',
      written:
        'The same study with written answers runs on any chat server. What comes back is a run of that form of the study.',
      saveWritten: 'Save with written answers',
      saveAsIs: 'Save the log-likelihood task',
      cancel: 'Cancel',
    },
    needsNovels: 'The files hold the passages of the novels that the questions rest on.',
  },
  batch: {
    title: 'Export as a batch',
    description:
      'One request for each trial. The answers find their run when you drop them onto the page of runs.',
    server: 'Who answers it',
    servers: {
      openai: { label: 'OpenAI’s batch service', hint: 'Or another that takes its files.' },
      vllm: {
        label: 'vLLM’s batch runner',
        hint: 'Begins the model’s turn with the study’s lead, which OpenAI’s service cannot.',
      },
    },
    model: 'Name of the model',
    modelHint: 'As the service calls it. It stands in every request.',
    modelMissing: 'Give the name of the model.',
    save: 'Save the batch',
    cancel: 'Cancel',
    progress: 'Writing the requests',
    saved: (requests: number, files: number) =>
      files === 1
        ? `${plural(requests, 'request', 'requests')} saved. A run for the answers waits among your runs.`
        : `${plural(requests, 'request', 'requests')} saved in ${files} files, packed as one. A run for the answers waits among your runs.`,
    open: 'Save what is still open as a batch',
    openSaved: (requests: number) =>
      `${plural(requests, 'request', 'requests')} saved. Drop the answers onto the page of runs.`,
  },
  logs: {
    heading: 'For other tools',
    lmEval: 'lm-evaluation-harness (results and samples)',
    inspect: 'Inspect (log)',
    lmEvalSaved:
      'The run is saved as lm-evaluation-harness writes it, results and samples in one zip.',
    inspectSaved: 'The run is saved as a log of Inspect, which its viewer opens.',
  },
} as const;

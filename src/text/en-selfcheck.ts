/** The page that measures what models do on a reader's device. */
import { formatBytes, formatDuration, formatNumber, formatShare, plural } from './format';

/** Engines as a sentence names them. */
const ENGINES: Readonly<Record<string, string>> = {
  wllama: 'this page’s engine (wllama)',
  webllm: 'WebLLM',
  endpoint: 'a llama.cpp server',
};

export const selfcheck = {
  heading: 'Self-check',
  intro:
    'Measures one model on this device: how long it takes to load, how fast it reads and writes, and whether it gives the recorded answers. Most of this project was measured on machines without a graphics card; a report from a device that has one completes the evidence.',
  private:
    'Nothing is sent. The report holds the browser’s name, what the browser tells of the device, and the figures; you decide whom you give it to.',
  model: 'Model',
  looking: 'Looking at this device …',
  noneFits: 'No model can run in this browser',
  start: 'Start the check',
  again: 'Check again',
  stop: 'Stop',
  takes: (trials: number) =>
    `The model is loaded anew, reads ${plural(3, 'text', 'texts')}, writes as many, and answers the ${plural(trials, 'trial', 'trials')} of the quick study. On two cores with the embedded model this takes three to four minutes.`,
  steps: {
    loading: 'Loading the model',
    reading: 'Reading',
    writing: 'Writing',
    trials: 'Answering the quick study',
  },
  stopped: 'Stopped. What was measured stands below.',
  busy: 'A run is going on in this page, and would be slowed and measured with it.',
  busyNext: 'Wait for its end, or pause it.',
  figures: 'Figures',
  rows: {
    load: 'Load',
    reading: 'Reads',
    writing: 'Writes',
    trials: 'Answers',
    mass: 'Answer mass',
    cached: 'From the prompt cache',
    agreement: 'Recorded answers',
  },
  load: (ms: number, downloaded: number) =>
    downloaded > 0
      ? `${formatDuration(ms)}, with a download of ${formatBytes(downloaded)}`
      : `${formatDuration(ms)}, from this device`,
  speed: (perSecond: number, times: number) =>
    `${formatNumber(perSecond)} tokens a second (median of ${times})`,
  trials: (answered: number, planned: number, perSecond: number | null) =>
    `${answered} of ${planned}${perSecond === null ? '' : `, ${formatNumber(perSecond, 2)} a second`}`,
  share: (share: number) => formatShare(share),
  notYet: 'not yet',
  missed: 'not measured',
  stopping: 'Stopping: the step under way ends first …',
  since: (ms: number) => `${formatDuration(ms)} so far`,
  agreement: {
    none: 'no recorded run has this file',
    agrees: (close: string, engine: string) =>
      `agree with those of ${ENGINES[engine] ?? engine}: ${close} of the probabilities lie within 0.02`,
    differs: (equal: string, close: string, engine: string) =>
      `differ from those of ${ENGINES[engine] ?? engine}: ${equal} of the answers are equal, ${close} of the probabilities lie within 0.02`,
    incomplete: (trials: number, engine: string) =>
      `${plural(trials, 'answer is', 'answers are')} held against those of ${ENGINES[engine] ?? engine}; some are missing`,
    otherEngine:
      'They come from another engine. The same file rounds otherwise there, so a difference says nothing against this device.',
  },
  wrote: 'What it wrote',
  wroteHint:
    'Asked to count in words. The smallest models fail at this on any device; broken characters, or what a larger model would never write, point to the device.',
  setting: 'Device and engine',
  save: 'Save the report',
  copy: 'Copy the report',
  keep: 'Keep the answers as a run',
  open: 'Open the run',
  models: 'All models',
  back: 'Back to the models',
  facts: {
    model: 'Model file',
    sha256: 'SHA-256',
    kind: 'Kind of engine',
    engine: 'Engine',
    llamaCpp: 'llama.cpp',
    build: 'Build',
    threads: 'Threads',
    isolated: 'Isolated',
    context: 'Context, tokens',
    batch: 'Batch, tokens',
    gpuLayers: 'Layers on the graphics card',
    cacheType: 'Key-value cache',
    flashAttention: 'Flash attention',
    gpu: 'Graphics adapter',
    cores: 'Cores',
    browser: 'Browser',
  } as Readonly<Record<string, string>>,
  yes: 'yes',
  no: 'no',
} as const;

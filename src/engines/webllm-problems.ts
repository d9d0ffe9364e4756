import { aborted, isAbort, Problem } from '../core/errors';
import type { MlcModel } from './answer-model';
import { deviceLost } from './webllm-device';
import { contextFull } from './wllama-problems';

/** What WebLLM or the browser says of a failed load, and what it means. The first that fits counts. */
const LOAD_FAULTS: readonly {
  readonly said: RegExp;
  readonly make: (model: Pick<MlcModel, 'title'>) => ConstructorParameters<typeof Problem>;
}[] = [
  {
    said: /QuotaExceeded|quota/i,
    make: ({ title }) => [
      'disk-full',
      {
        what: `There is no room to keep ${title} in this browser's storage.`,
        kept: 'The parts that arrived are kept.',
        next: 'Free some space, delete a model on the models page, or choose a smaller one.',
      },
    ],
  },
  {
    said: /Failed to fetch|NetworkError|Load failed|network error|ERR_/i,
    make: ({ title }) => [
      'download-failed',
      {
        what: `The download of ${title} broke off, or its host does not answer.`,
        kept: 'The parts that arrived are kept.',
        next: 'Check the connection and load it again: it goes on where it stopped.',
      },
    ],
  },
  {
    // Chromium, Firefox, Safari: what they say where a file to be kept was answered with 404 and the like.
    said: /'add' on 'Cache'|bad status|Request failed|is not OK|Cannot fetch/i,
    make: ({ title }) => [
      'model-missing',
      {
        what: `A file of ${title} is not where its publisher's list says it is.`,
        kept: 'The parts that arrived are kept.',
        next: 'It may have been moved or withdrawn: try again later, or choose another model.',
      },
    ],
  },
  {
    said: /ModelNotFound|Cannot find model record|MissingModel/,
    make: ({ title }) => [
      'model-missing',
      {
        what: `WebLLM does not know ${title} any more.`,
        next: 'Choose another model, or add it by its address.',
      },
    ],
  },
  {
    said: /magic word|CompileError|LinkError|WebAssembly\.|wasm/i,
    make: ({ title }) => [
      'bad-file',
      {
        what: `The compiled library of ${title} is not one that WebLLM can run.`,
        next: 'Load the model again; where you gave the address of the library, check it: it must be compiled for this version of WebLLM.',
      },
    ],
  },
  {
    said: /Unexpected token|JSON|SyntaxError/i,
    make: ({ title }) => [
      'bad-file',
      {
        what: `A file of ${title} is not what it should be: the host sent something else in its place.`,
        next: 'Log in where the network asks for it, or check the address; then load the model again.',
      },
    ],
  },
  {
    said: /shader-f16|f16/,
    make: ({ title }) => [
      'not-supported',
      {
        what: `${title} is here in half precision (f16), which this graphics card or browser does not offer.`,
        next: 'Choose its variant in single precision (f32), or another model.',
      },
    ],
  },
  {
    said: /FeatureSupport|exceeds\s+limit|limit=|required limit/i,
    make: ({ title }) => [
      'not-supported',
      {
        what: `The limits of this graphics card are too small for ${title}.`,
        next: 'Choose a smaller model, one that runs on the processor, or an endpoint.',
      },
    ],
  },
  {
    said: /WebGPUNot|compatible GPU|requestDevice|requestAdapter/i,
    make: ({ title }) => [
      'not-supported',
      {
        what: `The browser gave the page no graphics card to run ${title} on.`,
        next: 'Choose a model that runs on the processor, or reload the page and try again.',
      },
    ],
  },
  {
    said: /out of memory|OOM|allocation failed|Out of bounds|buffer size|OutOfMemory/i,
    make: ({ title }) => [
      'engine-failed',
      {
        what: `Memory ran out while ${title} was loaded.`,
        kept: 'The downloaded files are kept.',
        next: 'Close other tabs and programs that use the graphics card, or choose a smaller model.',
      },
    ],
  },
  {
    said: /UnsupportedTokenizerFiles|WindowSize|AttentionSink/,
    make: ({ title }) => [
      'not-supported',
      {
        what: `${title} was compiled in a way that WebLLM does not run.`,
        next: 'Choose another model.',
      },
    ],
  },
];

/** The Problem of a load that failed. */
export function loadProblem(error: unknown, model: Pick<MlcModel, 'title'>): Problem {
  if (error instanceof Problem) return error;
  if (isAbort(error)) return aborted();
  const said = saidBy(error);
  if (isLoss(said)) return deviceLost(said);
  const fault = LOAD_FAULTS.find(({ said: pattern }) => pattern.test(said));
  if (fault) {
    const [code, parts] = fault.make(model);
    const isOffline = code === 'download-failed' && globalThis.navigator?.onLine === false;
    return new Problem(isOffline ? 'offline' : code, { ...parts, cause: error });
  }
  return new Problem('engine-failed', {
    what: `WebLLM could not start ${model.title}: ${firstLine(said)}.`,
    kept: 'The downloaded files are kept.',
    next: 'Load it again; if that fails, delete it on the models page and load it anew, or choose another model.',
    cause: error,
  });
}

/** The Problem of a call that failed in the running engine. */
export function callProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (isAbort(error)) return aborted();
  const said = saidBy(error);
  const full = /number of prompt tokens: (\d+);\s*context window size: (\d+)/.exec(said);
  if (full) return contextFull({ tokens: Number(full[1]), context: Number(full[2]) });
  if (isLoss(said)) return deviceLost(said);
  if (nameOf(error) === 'BadFigures') return badFigures(error);
  return new Problem('engine-failed', {
    what: `WebLLM broke down while answering: ${firstLine(said)}.`,
    kept: 'Everything answered so far is kept.',
    next: 'Load the model again and go on.',
    cause: error,
  });
}

/** The Problem of a running model whose figures became none. */
function badFigures(cause: unknown): Problem {
  return new Problem('engine-failed', {
    what: 'The model computed nonsense: its figures are no numbers any more.',
    kept: 'The answers before it are kept; this one is not.',
    next: 'Load the model again: it is tested then. If it happens again, choose its variant in single precision (f32) or another model.',
    cause,
  });
}

/** The Problem of kept files that were damaged and are gone now. */
export function damaged(
  removed: number,
  { title }: Pick<MlcModel, 'title'>,
  cause: unknown,
): Problem {
  return new Problem('hash-mismatch', {
    what:
      removed === 1
        ? `A file of ${title} that this browser kept was damaged.`
        : `${removed} files of ${title} that this browser kept were damaged.`,
    kept: 'They were thrown away; the other files and all answers are kept.',
    next: 'Load the model again: only what is missing is fetched.',
    cause,
  });
}

/** The Problem of a file that was none of the model's, after it was thrown away: it may come from the host again. */
export function cleaned({ code, message: what, next, cause }: Problem): Problem {
  const kept = 'It was thrown away; the other files and all answers are kept.';
  return new Problem(code, { what, kept, next, cause });
}

/** The Problem of a model that answers no language, although its files are as published or were all thrown away. */
export function insane(
  { title, f16 }: Pick<MlcModel, 'title' | 'f16'>,
  said: string,
  isChecked: boolean,
): Problem {
  const what =
    said === ''
      ? `${title} computes nonsense on this graphics card: its figures are no numbers.`
      : `${title} answers nonsense on this graphics card; asked for the capital of France, it wrote "${shorten(said)}".`;
  const other = f16
    ? 'choose its variant in single precision (f32) or another model'
    : 'choose another model';
  return new Problem('engine-failed', {
    what,
    kept: isChecked
      ? 'Its files are as published and are kept. Nothing was recorded from it.'
      : 'Its files could not be checked and were thrown away. Nothing was recorded from it.',
    next: isChecked
      ? `Restart the browser and try again, or ${other}.`
      : `Load it again; if it happens again, ${other}.`,
  });
}

/** True where a fault may come from files that are kept here damaged. */
export function mayBeDamage({ code }: Problem): boolean {
  return code === 'bad-file' || code === 'engine-failed' || code === 'unknown';
}

function isLoss(said: string): boolean {
  return /DeviceLost|device (was|is) lost|device.*lost|DXGI_ERROR_DEVICE|external Instance/i.test(
    said,
  );
}

function saidBy(error: unknown): string {
  return `${nameOf(error)} ${error instanceof Error ? error.message : String(error)}`.trim();
}

function nameOf(error: unknown): string {
  return error instanceof Error && error.name !== 'Error' ? error.name : '';
}

function firstLine(text: string): string {
  return shorten(text.split('\n')[0] ?? '').replace(/\.+$/, '');
}

function shorten(text: string): string {
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}

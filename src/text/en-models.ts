/** The models that can answer: what this device can do, what is here, what may be loaded. */
import { formatBytes, formatCount, formatNumber, formatShare, plural } from './format';

/** `1.5 billion`, `135 million`: sizes of models as people name them. */
function parameters(count: number): string {
  if (count <= 0) return 'unknown size';
  // From here on millions would round to a thousand.
  return count >= 999.5e6
    ? `${formatNumber(count / 1e9)} billion parameters`
    : `${formatCount(count / 1e6)} million parameters`;
}

export const models = {
  heading: 'Models',
  intro:
    'Which models can answer on this device, what of them is already here, and what may be added. The one in use answers wherever a study does not name another.',
  looking: 'Looking at this device and at what it keeps …',

  processor: {
    legend: 'GGUF files run on',
    cpu: 'the processor',
    gpu: 'the graphics card (WebGPU)',
    hint: 'The graphics card is faster with larger models, and its answers round otherwise. This project was made without one at hand: after loading, the model is asked a question, and what looks like gibberish is refused.',
    check: 'Measure what it does on this device',
  },
  device: {
    check: 'Measure a model on this device',
    heading: 'This device',
    what: 'What',
    found: 'Here',
    means: 'What it means',
    better: 'How to better it',
    nothing: 'Nothing to do.',
    graphics: {
      name: 'Graphics (WebGPU)',
      none: 'not available',
      software: (name: string) => `in software only (${name})`,
      f16: (name: string) => `${name}, half precision`,
      f32: (name: string) => `${name}, single precision only`,
      noneMeans: 'WebLLM’s models cannot run. GGUF files run on the processor.',
      softwareMeans:
        'The processor computes what a graphics card would: WebLLM’s models would take minutes an answer.',
      f16Means: 'WebLLM’s models run, in their smaller half-precision (f16) form.',
      f32Means:
        'WebLLM’s models run in their single-precision (f32) form, which takes more memory.',
      noneBetter:
        'Use a current Chrome, Edge or Safari with hardware acceleration switched on in its settings.',
      softwareBetter:
        'Switch on hardware acceleration in the browser’s settings, if there is a graphics card.',
      f32Better: 'Some adapters offer half precision with a newer driver.',
    },
    processor: {
      name: 'Processor',
      threads: (threads: number, cores: number) =>
        `${plural(threads, 'thread', 'threads')} of ${plural(cores, 'core', 'cores')}`,
      old: 'too old a browser',
      oldMeans: 'Parts of WebAssembly are missing: no GGUF file can run here.',
      means: 'GGUF files run in llama.cpp, compiled to WebAssembly.',
      compatibleMeans: 'GGUF files run in a compatible build of llama.cpp, which is slower.',
      singleMeans: 'The page is not isolated from others, so one core does the work of all.',
      oldBetter: 'Update the browser, or connect to a server.',
      compatibleBetter: 'A current Chrome, Edge or Firefox runs the faster build.',
      singleBetter: 'Reload the page once; on your own machine, start it with npm start.',
    },
    memory: {
      name: 'Memory',
      told: (gigabytes: number) => `about ${gigabytes} GB`,
      untold: 'not told',
      means: 'The browser rounds this, and some name 8 GB at most.',
      untoldMeans: 'Where a model does not fit, its load fails and says so.',
      better: 'Close other tabs and programs before a large model is loaded.',
    },
    storage: {
      name: 'Storage',
      left: (bytes: number) => `${formatBytes(bytes)} left`,
      untold: 'not told',
      kept: 'The browser has promised to keep what is here.',
      notKept:
        'The browser may clear what is here when the disk fills, or after weeks without a visit.',
      untoldMeans: 'A model may have to be downloaded again.',
      better: 'Ask it to keep this site’s data for good.',
      untoldBetter: 'A normal window keeps files; a private one does not.',
    },
  },

  storage: {
    heading: 'Storage',
    label: (models: string, other: string, left: string) =>
      `Of the storage that the browser grants, models take ${models}, everything else of this page ${other}, and ${left} are left.`,
    models: 'Models',
    other: 'Runs, novels and the page itself',
    left: 'Left',
    share: (bytes: number, share: number) =>
      share < 0.001 ? formatBytes(bytes) : `${formatBytes(bytes)} (${formatShare(share, 1)})`,
    keep: 'Keep it for good',
    granted: 'The browser has promised to keep this site’s data.',
    refused:
      'The browser did not promise it. Many do once the page is bookmarked, installed or visited often; Firefox asks in a window of its own.',
    leftovers: (bytes: number, parts: number) =>
      `${formatBytes(bytes)} in ${plural(parts, 'part', 'parts')} belong to no model on this page: a download that was given up, or a model of an older version.`,
    sweep: 'Delete them',
    swept: (bytes: number) => `${formatBytes(bytes)} are free again.`,
    embedder: (bytes: number) =>
      `The embedding model, which searches novels by meaning, takes ${formatBytes(bytes)} of this.`,
  },

  list: {
    filter: 'Show',
    all: 'all models',
    gguf: 'GGUF files',
    mlc: 'WebGPU models',
    endpoint: 'servers',
    none: 'No server has been added.',
    noneText:
      'Any server with an interface like OpenAI’s can answer: llama.cpp, vLLM, Ollama, LM Studio, or a company’s.',
    groups: {
      gguf: {
        heading: 'GGUF files, on the processor',
        text: 'One file holds everything. llama.cpp runs it in this page; no graphics card is needed.',
      },
      mlc: {
        heading: 'WebLLM’s models, on the graphics card',
        text: 'Compiled for WebGPU, fetched from their publishers, and kept by the browser.',
        noGpu:
          'WebGPU is not available in this browser on this device, so none of these can run here. They are listed for those who read this elsewhere.',
        software: 'WebGPU works here in software only, so none of these is of use on this device.',
      },
      endpoint: {
        heading: 'Servers',
        text: 'They answer over the network; prompts are sent to them, and to nobody else.',
      },
    },
  },

  row: {
    parameters,
    size: (bytes: number) => (bytes > 0 ? formatBytes(bytes) : 'size unknown'),
    licence: (licence: string) => (licence === '' ? 'licence not stated' : licence),
    memory: (bytes: number) => `needs about ${formatBytes(bytes)} of memory`,
    gpuMemory: (bytes: number) => `needs about ${formatBytes(bytes)} of graphics memory`,
    inUse: 'in use',
    here: 'on this device',
    visit: 'for this visit',
    partly: (kept: number, total: number) => `${formatShare(kept / total)} on this device`,
    notHere: 'not downloaded',
    gone: 'file not here any more',
    own: 'added by you',
    cannot: 'Cannot run here',
    f16: 'The half-precision (f16) form, which this graphics adapter runs; it takes less memory.',
    f32: 'The single-precision (f32) form, for this graphics adapter has no half precision.',
    thinks: 'Can think before it answers.',
    publisher: (publisher: string) => `Published by ${publisher}.`,
    concurrency: (count: number) => plural(count, 'trial at once', 'trials at once'),
    use: 'Use',
    useOf: (title: string) => `Use ${title}`,
    used: (title: string) => `${title} answers from now on.`,
    download: 'Download',
    downloadOf: (title: string) => `Download ${title}`,
    goOn: 'Go on',
    goOnOf: (title: string) => `Go on with the download of ${title}`,
    remove: 'Remove',
    removeOf: (title: string) => `Remove ${title}`,
    removed: (title: string) => `${title} was removed from the list.`,
    delete: 'Delete',
    deleteOf: (title: string) => `Delete ${title} from this device`,
    deleted: (title: string) => `${title} was deleted from this device.`,
    edit: 'Details',
    editOf: (title: string) => `Details of ${title}`,
    facts: 'File and sampling',
    file: 'File',
    sha256: 'SHA-256',
    address: 'From',
    id: 'Name in studies',
    sampling: 'Sampling',
    samplingText: (temperature: number, topP: number, topK: number) =>
      `temperature ${temperature}, top-p ${topP}, top-k ${topK === 0 ? 'without limit' : topK}`,
    context: 'Context',
    contextText: (start: number, most: number) =>
      start === most
        ? `${formatCount(most)} tokens`
        : `${formatCount(start)} tokens, up to ${formatCount(most)} where a prompt needs them`,
    contextFixed: (tokens: number) => `${formatCount(tokens)} tokens`,
  },

  transfer: {
    downloading: (rate: number | null) =>
      rate === null ? 'Downloading' : `Downloading, ${formatBytes(rate)} a second`,
    downloadingOf: (title: string, rate: number | null) =>
      rate === null
        ? `Downloading ${title}`
        : `Downloading ${title}, ${formatBytes(rate)} a second`,
    reading: (name: string, rate: number | null) =>
      rate === null ? `Reading ${name}` : `Reading ${name}, ${formatBytes(rate)} a second`,
    stop: 'Stop',
    stopOf: (title: string) => `Stop ${title}`,
    stopped: 'Stopped. What has arrived is kept, and it goes on from there.',
    again: 'Try again',
  },

  deletion: {
    title: (title: string) => `Delete ${title}?`,
    frees: (bytes: number) => `This frees ${formatBytes(bytes)}. Recorded runs stay as they are.`,
    again: 'It can be downloaded again from here.',
    ownFile:
      'The copy in this browser is deleted; the file that you chose stays where it is. To use it again, add it again.',
    confirm: 'Delete',
    cancel: 'Cancel',
  },

  add: {
    heading: 'Add a model of your own',
    file: {
      heading: 'A GGUF file on this device',
      choose: 'Choose a GGUF file',
      hint: 'It is read here and sent nowhere. It must be one file of at most 2.1 GB with a chat template: ChatML, Llama 3, Gemma, Phi, Mistral or Zephyr.',
      keep: 'Keep a copy in this browser',
      keepHint:
        'Without a copy the file can be used until this page is closed, and takes no storage.',
      visit: 'Use it for this visit',
    },
    address: {
      heading: 'A GGUF file at an address',
      label: 'Address of the file',
      hint: 'https, or http on this device. The server must let pages read its files (CORS) and in ranges, as the Hugging Face Hub does.',
      start: 'Download',
      empty: 'Enter the address of a file.',
      pending: (name: string, done: number, total: number) =>
        `${name}: ${formatBytes(done)} of ${formatBytes(total)} have arrived.`,
      goOn: 'Go on',
      giveUp: 'Give up',
      gaveUp: (name: string) => `${name} was given up.`,
    },
    mlc: {
      heading: 'An MLC model at an address',
      label: 'Address of the weights',
      hint: 'The folder with mlc-chat-config.json, such as a repository of mlc-ai on the Hugging Face Hub.',
      library: 'Address of the compiled library',
      libraryHint: 'A .wasm file that was compiled for this architecture and quantization.',
      start: 'Add',
      added: (title: string) =>
        `${title} was added. It is downloaded when it is first used, or from the list.`,
    },
    added: (title: string) => `${title} is on the list.`,
    addedKnown: (title: string) =>
      `This file is ${title}, which is on the list; it is on this device now.`,
    addedVisit: (title: string) => `${title} can be used until this page is closed.`,
    use: 'Use it',
    details: 'Details',
    dismiss: 'Dismiss',
  },

  details: {
    title: (title: string) => `Details of ${title}`,
    text: 'What the file’s header does not say, or says badly. It stands in the record of every run from now on.',
    name: 'Name',
    family: 'Family',
    familyHint: 'Models of one family are joined in scale curves.',
    licence: 'Licence',
    publisher: 'Publisher',
    temperature: 'Temperature',
    topP: 'Top-p',
    topK: 'Top-k',
    topKHint: '0: no limit.',
    samplingHint:
      'What its publisher samples with, for studies that do not say. The header gave none of it where these are llama.cpp’s own: 0.8, 0.95, 40.',
    save: 'Save',
    cancel: 'Cancel',
    saved: (title: string) => `${title} was changed.`,
  },

  noRoom: {
    what: (title: string, missing: number, left: number) =>
      `There is not enough room for ${title}: ${formatBytes(missing)} are missing, and the browser grants ${formatBytes(left)} more.`,
    kept: 'Nothing was downloaded.',
    next: 'Delete models you no longer need, or free space on the disk. A run can still load the model without keeping it.',
  },

  /** Why a model cannot run, or what to expect where it can. */
  fitness: {
    tooOld:
      'This browser is too old to run a model on this page: it lacks parts of WebAssembly. Update it, or use a server.',
    tooLarge: (bytes: number, most: number) =>
      `The file has ${formatBytes(bytes)}; the engine takes files of at most ${formatBytes(most)}. Choose a smaller quantization, or run the file in a llama.cpp server and connect to it.`,
    memory: (needed: number, gigabytes: number) =>
      `It takes about ${formatBytes(needed)} of memory; this device reports ${gigabytes} GB in all. Choose a smaller model or quantization.`,
    tight: (needed: number, gigabytes: number) =>
      `It takes about ${formatBytes(needed)} of the ${gigabytes} GB of memory that this device reports: close other tabs and programs first.`,
    storage: (missing: number, left: number) =>
      `The browser has room for ${formatBytes(left)} more, and ${formatBytes(missing)} are needed: the model would run, but would be downloaded again on the next visit.`,
    noGpu: 'It runs on WebGPU, which this browser does not offer here.',
    softwareGpu:
      'It runs on WebGPU, and WebGPU is computed by the processor here: an answer would take minutes.',
    noF16: 'It needs half precision (shader-f16), which this graphics adapter does not have.',
    binding: (most: number) =>
      `The graphics adapter lets a model use at most ${formatBytes(most)} at once; WebLLM needs 134 MB.`,
    gpuMemory: (needed: number) =>
      `It takes about ${formatBytes(needed)} of graphics memory. The browser does not tell how much there is; where there is less, the load fails and says so.`,
    noIsolation: 'The page is not isolated: the engine uses one core.',
    mixed:
      'This page came over https, and the browser does not let such a page call a server over plain http, unless it runs on this device.',
  },
} as const;

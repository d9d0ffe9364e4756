/** The words around a server: how it is added, what to know before a run, and what it waits for. */
import { formatCount, formatDuration, formatNumber, formatShare, plural } from './format';

/** Amounts are small before a start and large after it: so many decimals that a first digit is seen. */
const money = (amount: number): string =>
  formatNumber(amount, amount === 0 || amount >= 1 ? 2 : amount >= 0.01 ? 3 : 5);

/** For a million tokens. */
interface PricesShown {
  readonly prompt: number;
  readonly cached?: number;
  readonly completion: number;
}

export const endpoint = {
  heading: 'Add a server',
  edit: (title: string) => `Server: ${title}`,
  intro:
    'Any server that speaks like OpenAI’s can answer: llama.cpp, vLLM, Ollama, LM Studio, OpenAI itself. The page calls it from this browser; nothing goes through anyone else.',
  address: 'Address',
  addressHint: 'With or without /v1, such as http://127.0.0.1:8080 or https://api.openai.com/v1.',
  key: 'Key',
  keyHint: 'Only where the server wants one. It is sent to this server and to no other.',
  keepKey: 'Keep the key until this tab is closed',
  keepKeyHint:
    'Otherwise it is forgotten when the page is reloaded. It is never stored for longer, and never part of a run, a link, an export or a message.',
  ask: 'Ask the server',
  asking: 'Asking …',
  askAgain: 'Ask again',
  found: (kind: string, models: number) =>
    models === 0
      ? `${kind} answers. It does not list its models: name one.`
      : `${kind} answers, with ${plural(models, 'model', 'models')}.`,
  kinds: { unknown: 'A server like OpenAI’s' } as Readonly<Record<string, string>>,
  model: 'Model',
  seek: 'Find a model',
  shown: (shown: number, all: number) =>
    `${formatCount(shown)} of ${plural(all, 'model', 'models')} are shown below.`,
  title: 'Name on this page',
  concurrency: 'Trials at once',
  concurrencyHint:
    'More are faster where the server has places for them. A server that says it is busy is waited for, whatever stands here.',
  prices: {
    legend: 'Prices and limit',
    hint: 'For a million tokens, in your currency, from the price list of the server. Without prices nothing is counted.',
    prompt: 'Tokens sent',
    cached: 'Tokens sent and found in its cache',
    cachedHint: 'Left empty: as other tokens sent.',
    completion: 'Tokens written',
    limit: 'Spending limit of a run',
    limitHint: 'A run pauses when it is reached; answers under way still come in.',
    limitNeedsPrices: 'A limit needs prices to count by.',
    incomplete: 'Enter both prices, of tokens sent and of tokens written.',
    negative: 'Prices and limits are numbers from 0 on.',
    save: 'Take these prices',
    /** On the list of models: the prices as they were entered. */
    entered: ({ prompt, cached, completion }: PricesShown) =>
      `${prompt} sent, ${cached === undefined ? '' : `${cached} from its cache, `}${completion} written, for a million tokens`,
    pausesAt: (limit: number) => `a run pauses at ${limit}`,
    noLimit: 'no spending limit',
  },
  does: 'How it is asked',
  save: 'Keep this server',
  saveChanges: 'Keep the changes',
  kept: (title: string) => `${title} is on the list of models.`,
  use: (title: string) => `Let ${title} answer`,
  close: 'Close',
  noModel: 'Name a model.',
  probabilities: {
    yes: 'answers by probability and by writing',
    no: 'answers by writing only',
  },
  cautions: {
    'server-template':
      'The server puts the messages into words itself and may add a system message of its own. The messages are recorded, marked as such, not the text that the model saw.',
    'lead-left-out':
      'The server takes no first words for the model’s turn: the lead is left out, and the answer is read after it where the model writes it itself.',
    'no-probabilities':
      'The server gives no log-probabilities: studies that answer by probability cannot be run on it.',
    'few-alternatives':
      'The server shows only the 5 to 20 most probable tokens: values carry bounds for what it does not show.',
    'context-unknown':
      'The server does not say how long a prompt may be; 8,192 tokens are assumed for profiles.',
    'tokens-unknown':
      'The server does not say how many tokens an answer took: what is spent is estimated, at four characters a token.',
    'more-than-slots':
      'More trials at once than the server has places: the rest wait there, and its cache serves fewer of them.',
  },
  ways: {
    raw: 'raw completions, with the template rendered here',
    completions: 'completions, with the template rendered here',
    chat: 'chat, with the server’s template',
  },
  /** Before a start. */
  before: {
    tokens: 'Tokens',
    tokensText: (sent: number, mostSent: number, written: number, mostWritten: number) =>
      `about ${formatCount(sent)} to be sent${mostSent > sent ? `, at most about ${formatCount(mostSent)}` : ''}; about ${formatCount(written)} written, at most ${formatCount(mostWritten)}`,
    cost: 'Cost',
    costText: (likely: number, most: number) =>
      most === 0
        ? 'nothing at these prices'
        : `about ${money(likely)}, at most about ${money(most)} at these prices`,
    noPrices: 'no prices entered',
    limit: (limit: number) => `the run pauses at ${money(limit)}`,
    profiles: 'What models write for profiles comes on top.',
    estimate:
      'Counted at four characters a token. The most is for answers at full length and, by probability, for a further request wherever options begin alike.',
    edit: 'Prices and limit',
    server: 'Server',
    needsKey: 'This server wants a key. Keys are forgotten when the page is reloaded.',
    takeKey: 'Take the key',
    written: 'Open the study with written answers',
  },
  /** While a run goes. */
  going: {
    at: (origin: string, concurrency: number) =>
      concurrency > 1
        ? `On the server ${origin}, ${formatCount(concurrency)} trials at once.`
        : `On the server ${origin}.`,
    spent: (spent: number) => `Spent so far: ${money(spent)}.`,
    spentOf: (spent: number, limit: number) => `Spent so far: ${money(spent)} of ${money(limit)}.`,
    cached: (cached: number, sent: number) =>
      `${formatCount(cached)} of ${plural(sent, 'token', 'tokens')} sent came from the server’s cache (${formatShare(sent === 0 ? 0 : cached / sent)}).`,
    sent: (sent: number) => `${plural(sent, 'token', 'tokens')} sent.`,
    raise: 'Raise the limit to',
    raiseAndGoOn: 'Raise it and go on',
    raiseMore: (spent: number) => `More than the ${money(spent)} that are spent.`,
    now: 'Asking again now …',
  },
  slow: (ms: number) => `The server has been at an answer for ${formatDuration(ms)}.`,
  busy: (ms: number, attempt: number, tries: number) =>
    `The server is busy: asked again in ${formatDuration(ms)} (try ${attempt + 1} of ${tries}).`,
  gone: (ms: number, attempt: number, tries: number) =>
    `The server does not answer: asked again in ${formatDuration(ms)} (try ${attempt + 1} of ${tries}).`,
  limitReached: (spent: number, limit: number) =>
    `The spending limit of ${money(limit)} is reached: ${money(spent)} are spent. The run is paused; all answers are kept. Raise the limit to go on.`,
  help: {
    summary: 'The server does not answer this page?',
    cors: 'A browser lets this page read a server’s answers only where the server allows it (CORS). How that is switched on:',
    servers: [
      {
        name: 'llama.cpp',
        text: 'Allows every page unless it was started otherwise. Newer versions have --cors-origins; with tools switched on, only pages on the same machine are allowed until that is set.',
      },
      {
        name: 'Ollama',
        text: 'Allows pages on the same machine. For others set OLLAMA_ORIGINS to this page’s address before it is started, then restart it.',
      },
      {
        name: 'vLLM',
        text: 'Allows every page unless --allowed-origins was set; then add this page’s address to that list.',
      },
      {
        name: 'LM Studio',
        text: 'Allows none at first. Switch on “Enable CORS” in the server settings, or start it with: lms server start --cors',
      },
      {
        name: 'OpenAI and other services',
        text: 'Whether they allow pages is theirs to decide. Where one does not, run a proxy of your own that does, or export the study as a batch.',
      },
    ],
    origin: (origin: string) => `This page’s address, as servers see it: ${origin}`,
    permission:
      'Chrome asks before a page from the internet may call this device or the local network. Where that was refused once, allow it in the site’s settings.',
    mixed:
      'A page that came over https may call http only on this device (127.0.0.1, localhost). For a server elsewhere give it an https address, reach it through a tunnel (ssh -L 8080:127.0.0.1:8080 host), or serve this page from your own machine.',
    certificate:
      'A certificate that this browser does not trust looks to the page as if nobody answered. Open the server’s address in a tab to see; a certificate of your own has to be trusted by the system or the browser first.',
  },
} as const;

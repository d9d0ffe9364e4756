/** The words around an endpoint: what to know before a run, and what it waits for. */
import { formatDuration, formatNumber } from './format';

export const endpoint = {
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
    'more-than-slots':
      'More trials at once than the server has places: the rest wait there, and its cache serves fewer of them.',
  },
  ways: {
    raw: 'raw completions, with the template rendered here',
    completions: 'completions, with the template rendered here',
    chat: 'chat, with the server’s template',
  },
  slow: (ms: number) => `The server has been at an answer for ${formatDuration(ms)}.`,
  busy: (ms: number, attempt: number, tries: number) =>
    `The server is busy: asked again in ${formatDuration(ms)} (try ${attempt + 1} of ${tries}).`,
  gone: (ms: number, attempt: number, tries: number) =>
    `The server does not answer: asked again in ${formatDuration(ms)} (try ${attempt + 1} of ${tries}).`,
  limitReached: (spent: number, limit: number) =>
    `The spending limit of ${formatNumber(limit, 2)} is reached: ${formatNumber(spent, 2)} are spent. The run is paused; all answers are kept. Raise the limit to go on.`,
} as const;

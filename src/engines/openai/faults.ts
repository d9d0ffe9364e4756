import { Problem } from '../../core/errors';
import type { Fault } from '../http';
import { isCertificate, isSpent, LONGEST_WAIT } from './retry';

/** What was kept and what to do next: in a run, and while connecting, be it for the first time or to go on. */
const RUNNING = { kept: 'Everything answered so far is kept.', goOn: 'go on' } as const;
const CONNECTING = {
  kept: 'Nothing is lost: this was only the attempt to connect.',
  goOn: 'try again',
} as const;
type Stage = typeof RUNNING | typeof CONNECTING;

/** What is known of a fault besides. */
export interface FaultFacts {
  readonly origin: string;
  readonly tries: number;
  /** True while it is only found out what answers there. */
  readonly isConnecting: boolean;
  /**
   * Whether the server answers a request that needs no permission: then it is there and does not allow this page.
   * Null where that cannot be asked.
   */
  readonly isThere: boolean | null;
}

/** A fault as a sentence for a person. */
export function problemOf(fault: Fault, facts: FaultFacts): Problem {
  const stage = facts.isConnecting ? CONNECTING : RUNNING;
  switch (fault.kind) {
    case 'network':
      return unreachable(fault, facts, stage);
    case 'broken-off':
      return new Problem('server-gone', {
        what: `The server at ${facts.origin} broke off in the middle of an answer${again(facts)}.`,
        kept: stage.kept,
        next: `Check that it still runs, perhaps it ran out of memory; then ${stage.goOn}.`,
      });
    case 'timeout':
      return new Problem('server-failed', {
        what: `The server at ${facts.origin} took too long to answer.`,
        kept: stage.kept,
        next: `Ask fewer at once, or raise the time limit, then ${stage.goOn}.`,
      });
    case 'html':
      return new Problem('server-failed', {
        what: `${facts.origin} answered with a web page instead of JSON.`,
        kept: stage.kept,
        next: 'Check the address: it may be that of a sign-in page, a proxy or the server’s own page.',
      });
    case 'not-json':
      return new Problem('server-failed', {
        what: `The answer of ${facts.origin} is no whole JSON: ${fault.detail}`,
        kept: stage.kept,
        next: `Check the address and the server, then ${stage.goOn}.`,
      });
    case 'too-long':
      return new Problem('server-failed', {
        what: `${facts.origin} sent far more than an answer has, and was stopped.`,
        kept: stage.kept,
        next: 'Check the address: it may be that of a file or of a stream, not of a server of models.',
      });
    case 'status':
      return said(fault, facts, stage);
  }
}

/** No answer at all. A browser does not say why, so what it may be is named. */
function unreachable(
  { detail }: Fault,
  { origin, isThere, tries }: FaultFacts,
  stage: Stage,
): Problem {
  if (typeof navigator !== 'undefined' && navigator.onLine === false) {
    return new Problem('offline', {
      what: `${origin} cannot be reached: this device is offline.`,
      kept: stage.kept,
      next: `When it is back online, ${stage.goOn}.`,
    });
  }
  if (isCertificate(detail)) {
    return new Problem('server-gone', {
      what: `The certificate of ${origin} is not accepted (${detail}).`,
      kept: stage.kept,
      next: 'Give the server a certificate that is trusted here, or use http on this machine.',
    });
  }
  if (detail === 'ENOTFOUND') {
    return new Problem('server-gone', {
      what: `There is no host called ${new URL(origin).hostname}.`,
      kept: stage.kept,
      next: 'Check the address.',
    });
  }
  if (isThere === true) {
    return new Problem('server-gone', {
      what: `A server answers at ${origin}, but it does not allow this page to ask it (CORS).`,
      kept: stage.kept,
      next: 'Allow this page’s address there (Ollama: OLLAMA_ORIGINS; vLLM: --allowed-origins; LM Studio: Enable CORS), then try again.',
    });
  }
  const why =
    isThere === null || detail !== ''
      ? ''
      : ' A certificate that is not trusted and a server that does not allow this page (CORS) look the same from here: open the address in a new tab to see.';
  return new Problem('server-gone', {
    what: `The server at ${origin} cannot be reached${detail === '' ? '' : ` (${detail})`}${again({ tries })}.`,
    kept: stage.kept,
    next: `Check that it runs and that the address is right, then ${stage.goOn}.${why}`,
  });
}

/** The server's own no. */
function said(
  { status, detail, retryAfter }: Fault,
  { origin, tries }: FaultFacts,
  stage: Stage,
): Problem {
  const words = detail === '' ? '' : `: ${detail}`;
  if (status === 401 || status === 403) {
    return new Problem('server-refused', {
      what: `The server at ${origin} does not accept the key (${status})${words}`,
      kept: stage.kept,
      next: `Enter a valid key, then ${stage.goOn}. A key is kept in memory only.`,
    });
  }
  if (status === 402 || (status === 429 && isSpent(detail))) {
    return new Problem('server-refused', {
      what: `The account at ${origin} has nothing left to spend (${status})${words}`,
      kept: stage.kept,
      next: `Raise its limit there, or choose another server, then ${stage.goOn}.`,
    });
  }
  if (retryAfter !== null && retryAfter > LONGEST_WAIT) {
    return new Problem('server-refused', {
      what: `The server at ${origin} asks not to be asked again for ${lengthOf(retryAfter)} (${status})${words}`,
      kept: stage.kept,
      next: `After that, ${stage.goOn}.`,
    });
  }
  if (status === 429 || status === 503) {
    return new Problem('server-gone', {
      what: `The server at ${origin} has too much to do (${status})${again({ tries })}${words}`,
      kept: stage.kept,
      next: `Ask fewer at once or wait a while, then ${stage.goOn}.`,
    });
  }
  if (/context[ _](length|size|window)|prompt is too long|too many tokens/i.test(detail)) {
    return new Problem('context-full', {
      what: `The prompt is longer than this model reads${words}`,
      kept: stage.kept,
      next: 'Shorten the profile, or start the server with a larger context.',
    });
  }
  if (status === 404) {
    return new Problem('server-refused', {
      what: `The server at ${origin} has no such model or address (404)${words}`,
      kept: stage.kept,
      next: 'Choose another model, or check the address.',
    });
  }
  if (status < 500) {
    return new Problem('not-supported', {
      what: `The server at ${origin} does not take the request (${status})${words}`,
      kept: stage.kept,
      next: 'It may lack what the study asks for: read what it says, or answer by generation.',
    });
  }
  return new Problem('server-failed', {
    what: `The server at ${origin} failed (${status})${words}`,
    kept: stage.kept,
    next: `Look at its log, then ${stage.goOn}.`,
  });
}

function again({ tries }: Pick<FaultFacts, 'tries'>): string {
  return tries > 1 ? `, ${tries} times` : '';
}

/** A week and more is said as that: some servers name a year that no one waits for, or no number at all. */
function lengthOf(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  return minutes <= 7 * 24 * 60 ? `${minutes} minutes` : 'more than a week';
}

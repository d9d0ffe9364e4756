import { Problem } from '../../core/errors';

/** Where a server's parts lie. */
export interface ServerAddress {
  /** Before `/v1`, where llama.cpp has `/props` and `/completion`. */
  readonly root: string;
  /** With `/v1`, where what is like OpenAI's lies. */
  readonly api: string;
  readonly origin: string;
}

/**
 * Reads the address of a server, with or without `/v1` at its end.
 * @throws Problem `bad-link` where it is no http address or holds a name and password
 */
export function readAddress(given: string): ServerAddress {
  const text = given.trim();
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new Problem('bad-link', {
      what: 'This is no address of a server.',
      next: 'It begins with http:// or https://, as in http://127.0.0.1:8080.',
    });
  }
  if (url.username !== '' || url.password !== '' || url.search !== '') {
    throw new Problem('bad-link', {
      what: 'The address holds a name, a password or a query.',
      next: 'Leave them out, and put a key into the field for it: addresses are shown, keys are not.',
    });
  }
  const path = url.pathname.replace(/\/+$/, '').replace(/\/(chat\/)?completions$/, '');
  const root = `${url.origin}${path.replace(/\/v\d\w*$/, '')}`;
  const api = /\/(v\d\w*|openai)$/.test(path) ? `${url.origin}${path}` : `${root}/v1`;
  return { root, api, origin: url.origin };
}

/**
 * Why a page may not even try an address, null where it may: an https page must not call http, but for the machine
 * it is shown on.
 * @param page the page's protocol, `https:`; empty outside a browser
 */
export function mixedContent(origin: string, page: string = pageProtocol()): Problem | null {
  const { protocol, hostname } = new URL(origin);
  if (page !== 'https:' || protocol === 'https:' || isOwnMachine(hostname)) return null;
  return new Problem('not-supported', {
    what: `This page came by https, and browsers do not let such a page call ${origin}, which is plain http.`,
    kept: 'Nothing was sent.',
    next: 'Give the server an https address, reach it through a tunnel to 127.0.0.1, or serve this page from your own machine by http.',
  });
}

/** Browsers count these as safe. */
export function isOwnMachine(hostname: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

function pageProtocol(): string {
  return typeof location === 'undefined' ? '' : location.protocol;
}

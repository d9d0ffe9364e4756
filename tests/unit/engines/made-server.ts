import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as a made-up server saw it. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Record<string, unknown>;
}

export type Answer = (seen: Seen, response: ServerResponse, count: number) => unknown;

/** A server on this machine for one test: it answers as told and notes what it saw. */
export async function madeServer(
  answer: Answer,
): Promise<{ url: string; seen: Seen[]; close: () => Promise<void>; server: Server }> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (piece: Buffer) => (text += piece.toString()));
    request.on('end', () => {
      const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
      const { method = '', url = '', headers } = request;
      seen.push({ method, path: url, headers, body });
      const one = seen.at(-1) as Seen;
      Promise.resolve(answer(one, response, seen.length)).catch((error: unknown) => {
        response.destroy(error as Error);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    server,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function json(
  response: ServerResponse,
  value: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
}

/** A chat answer of given positions, each the token written and its alternatives with probabilities. */
export function chatAnswer(
  positions: readonly { token: string; top: Readonly<Record<string, number>> }[],
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    model: 'made-1',
    choices: [
      {
        message: { role: 'assistant', content: positions.map(({ token }) => token).join('') },
        finish_reason: 'stop',
        logprobs: {
          content: positions.map(({ token, top }) => ({
            token,
            logprob: 0,
            top_logprobs: Object.entries(top).map(([each, probability]) => ({
              token: each,
              logprob: Math.log(probability),
            })),
          })),
        },
      },
    ],
    usage: {
      prompt_tokens: 120,
      completion_tokens: positions.length,
      prompt_tokens_details: { cached_tokens: 100 },
    },
    ...more,
  };
}

/** Answers as a chat server does that has one model, gives alternatives, and owns its models as told. */
export function chatServer(
  answer: (seen: Seen, response: ServerResponse, asked: number) => void,
  owner = 'someone',
): Answer {
  let asked = 0;
  return (seen, response) => {
    if (seen.path === '/v1/models') {
      json(response, { data: [{ id: 'made-1', owned_by: owner }] });
    } else if (seen.path !== '/v1/chat/completions') {
      json(response, { error: { message: 'no such path' } }, 404);
    } else if (seen.body.max_tokens === 1) {
      json(response, chatAnswer([{ token: 'Yes', top: { Yes: 0.9, No: 0.1 } }]));
    } else {
      asked += 1;
      answer(seen, response, asked);
    }
  };
}

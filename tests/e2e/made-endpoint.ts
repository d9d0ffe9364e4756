import { chatAnswer, json, madeServer, type Answer, type Seen } from '../unit/engines/made-server';

/** How a made-up server behaves; each a stand-in for one thing that real ones do. */
export interface Made {
  /** Answers pages of every origin, as llama.cpp and vLLM do by themselves; true where left out. */
  readonly cors?: boolean;
  /** Gives log-probabilities; true where left out. */
  readonly probabilities?: boolean;
  /** The key that it wants; none where left out. */
  readonly key?: string;
  /** Called for every answer asked for in earnest, from 1; true where it has answered itself. */
  readonly before?: (asked: number, response: Parameters<Answer>[1]) => boolean;
}

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-allow-methods': 'GET, POST',
};

/** A chat server like OpenAI's that says Yes: 120 tokens sent, 100 of them from its cache, one written. */
export async function madeEndpoint({ cors = true, probabilities = true, key, before }: Made = {}) {
  let asked = 0;
  const server = await madeServer((seen, response) => {
    if (cors) for (const [name, value] of Object.entries(CORS)) response.setHeader(name, value);
    if (seen.method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    if (key !== undefined && seen.headers.authorization !== `Bearer ${key}`) {
      json(response, { error: { message: 'a key is needed' } }, 401);
      return;
    }
    if (seen.path === '/v1/models') {
      json(response, { data: [{ id: 'made-1', owned_by: 'someone' }] });
      return;
    }
    if (seen.path !== '/v1/chat/completions') {
      json(response, { error: { message: 'no such path' } }, 404);
      return;
    }
    if (!probabilities && seen.body.logprobs === true) {
      json(response, { error: { message: 'logprobs are not supported' } }, 400);
      return;
    }
    if (!isProbe(seen)) {
      asked += 1;
      if (before?.(asked, response) === true) return;
    }
    json(response, chatAnswer([{ token: 'Yes', top: { Yes: 0.8, No: 0.2 } }]));
  });
  return { ...server, asked: () => asked };
}

/** What is asked to find out what a server can do. */
function isProbe({ body }: Seen): boolean {
  return body.max_tokens === 1;
}

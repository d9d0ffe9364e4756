import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { connectEndpoint } from '../../../src/engines/endpoint';
import { makePlan } from '../../../src/experiment/plan';
import { run } from '../../../src/experiment/runner';
import { study } from '../behavior/made';
import { Memory, suite } from '../experiment/stand-in';

/** A made-up server in a process of its own, so that killing it is what it is elsewhere. Says its port when it listens. */
const SERVER = `
  const { createServer } = require('node:http');
  const top = [['Yes', 0.8], ['No', 0.2]].map(([token, p]) => ({ token, logprob: Math.log(p) }));
  const answer = {
    choices: [{
      message: { content: 'Yes' }, finish_reason: 'stop',
      logprobs: { content: [{ token: 'Yes', logprob: 0, top_logprobs: top }] },
    }],
    usage: { prompt_tokens: 10, completion_tokens: 1 },
  };
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => setTimeout(() => {
      const isList = request.url === '/v1/models';
      response.statusCode = isList || request.url === '/v1/chat/completions' ? 200 : 404;
      response.end(JSON.stringify(isList ? { data: [{ id: 'made-1' }] } : answer));
    }, 5));
  });
  server.listen(Number(process.argv[1]), '127.0.0.1', () => console.log(server.address().port));
`;

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

async function start(port = 0): Promise<{ port: number; kill: () => Promise<void> }> {
  const child = spawn(process.execPath, ['-e', SERVER, String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    port: Number(said.toString()),
    kill: async () => {
      const ended = once(child, 'close');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

describe('a server process that is killed half way', () => {
  it('ends the run with all kept, and the run goes on when it is back', async () => {
    const plan = await makePlan(study({ answer: 'probability', order: 'balanced' }), suite);
    const half = Math.floor(plan.trials.length / 2);
    expect(half).toBeGreaterThanOrEqual(2);
    let server = await start();
    const journal = new Memory();
    const asked: string[] = [];
    const go = async (kills: boolean) => {
      const address = `http://127.0.0.1:${server.port}`;
      const engine = await connectEndpoint(address, null, { concurrency: 4, tries: 1 });
      let killed: Promise<void> | null = null;
      return run(plan, suite, engine, journal, {
        concurrency: 4,
        events: {
          onAsk: ({ trial }) => asked.push(trial.id),
          onSample: (_sample, done) => {
            if (kills && done >= half) killed ??= server.kill();
          },
        },
      }).finally(() => killed);
    };
    await expect(go(true)).rejects.toMatchObject({ code: 'server-gone' });
    expect(journal.finished).toBe('');
    const before = new Map(journal.kept);
    expect(before.size).toBeGreaterThanOrEqual(half);
    expect(before.size).toBeLessThan(plan.trials.length);
    // While it is away nothing can be gone on with, and nothing is lost.
    await expect(go(false)).rejects.toMatchObject({ code: 'server-gone' });
    expect(new Map(journal.kept)).toEqual(before);

    server = await start(server.port);
    await expect(go(false)).resolves.toMatchObject({ done: plan.trials.length, errors: 0 });
    expect(journal.finished).not.toBe('');
    for (const [trial, sample] of before) {
      expect(journal.kept.get(trial)).toBe(sample);
      expect(asked.filter((each) => each === trial)).toHaveLength(1);
    }
  });
});

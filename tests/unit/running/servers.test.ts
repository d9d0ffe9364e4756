import { afterEach, describe, expect, it, vi } from 'vitest';
import { readPrices } from '../../../src/components/endpoint/prices';
import {
  isKeptForTab,
  serverKey,
  setServerKey,
} from '../../../src/components/endpoint/server-keys';
import { MOST_SHOWN, shownModels } from '../../../src/components/endpoint/shown-models';
import { forgetServerFacts } from '../../../src/components/endpoint/server-facts';
import { writtenTwin } from '../../../src/components/running/generating';
import { refusalOf, serverNeeds } from '../../../src/components/running/needs';
import type { PreparedPlan } from '../../../src/experiment/plan';
import { makePlan } from '../../../src/experiment/plan';
import { builtInStudy } from '../../../src/exchange/built-in-studies';
import { en } from '../../../src/text/en';
import { study } from '../behavior/made';
import { chatServer, chatAnswer, json, madeServer } from '../engines/made-server';
import { suite } from '../experiment/stand-in';
import { endpointModel } from './made-models';

describe('the key of a server', () => {
  afterEach(() => {
    setServerKey('http://a.example', '', false);
    vi.unstubAllGlobals();
  });

  it('goes by the origin it was entered for and to no other', () => {
    setServerKey('http://a.example/v1', ' sk-1 ', false);
    expect(serverKey('http://a.example')).toBe('sk-1');
    expect(serverKey('http://a.example:8080')).toBe('');
    expect(serverKey('https://a.example')).toBe('');
    expect(serverKey('no address')).toBe('');
  });

  it('is in this tab’s session only where that is asked for, and leaves it again', () => {
    const session = new Map<string, string>();
    vi.stubGlobal('sessionStorage', {
      getItem: (name: string) => session.get(name) ?? null,
      setItem: (name: string, value: string) => session.set(name, value),
      removeItem: (name: string) => session.delete(name),
    });
    setServerKey('http://a.example', 'sk-1', false);
    expect([...session]).toEqual([]);
    setServerKey('http://a.example', 'sk-1', true);
    expect([...session]).toEqual([['crossroads:key:http://a.example', 'sk-1']]);
    expect(isKeptForTab('http://a.example/v1')).toBe(true);
    setServerKey('http://a.example', 'sk-2', false);
    expect([...session]).toEqual([]);
    expect(serverKey('http://a.example')).toBe('sk-2');
  });
});

describe('the models to choose from', () => {
  const models = Array.from({ length: 100_000 }, (_, n) => ({ id: `Model-${n}`, context: null }));

  it('are so many at once, the chosen one among them', () => {
    const shown = shownModels(models, '', 'Model-99999');
    expect(shown).toHaveLength(MOST_SHOWN + 1);
    expect([shown[0], shown.at(-1)]).toEqual(['Model-0', 'Model-99999']);
    expect(shownModels(models, '', 'Model-3').slice(0, 5)).toEqual(
      [0, 1, 2, 3, 4].map((n) => `Model-${n}`),
    );
  });

  it('are those that hold what is sought', () => {
    // Model-7777 and Model-77770 to Model-77779
    expect(shownModels(models, ' model-7777 ', '')).toHaveLength(11);
    expect(shownModels(models, 'Model-77778', 'Model-1')).toEqual(['Model-1', 'Model-77778']);
    expect(shownModels(models, 'none such', 'not listed')).toEqual([]);
  });
});

describe('prices', () => {
  const none = { prompt: null, cached: null, completion: null, limit: null };
  const text = en.endpoint.prices;

  it('are both or none, and a limit needs them', () => {
    expect(readPrices(none)).toEqual({ ok: true, prices: null, limit: null });
    expect(readPrices({ ...none, prompt: 1, completion: 0, limit: 5 })).toEqual({
      ok: true,
      prices: { prompt: 1, completion: 0 },
      limit: 5,
    });
    expect(readPrices({ prompt: 2, cached: 0.5, completion: 8, limit: null })).toMatchObject({
      prices: { prompt: 2, cached: 0.5, completion: 8 },
    });
    const wrong = (draft: Parameters<typeof readPrices>[0]) => {
      const read = readPrices(draft);
      return read.ok ? '' : read.sentence;
    };
    expect(wrong({ ...none, limit: 1 })).toBe(text.limitNeedsPrices);
    expect(wrong({ ...none, prompt: 1 })).toBe(text.incomplete);
    expect(wrong({ ...none, cached: 1 })).toBe(text.incomplete);
    expect(wrong({ ...none, prompt: -1, completion: 1 })).toBe(text.negative);
    expect(wrong({ ...none, prompt: Number.NaN, completion: 1 })).toBe(text.negative);
  });
});

describe('a study on a server, before it is started', () => {
  afterEach(forgetServerFacts);

  it('tells its tokens and its cost, and asks the server once a visit', async () => {
    const { url, seen, close } = await madeServer(
      chatServer((_seen, response) =>
        json(response, chatAnswer([{ token: 'Yes', top: { Yes: 0.9, No: 0.1 } }])),
      ),
    );
    const plan = await makePlan(study({ answer: 'probability' }), suite);
    const prices = { prompt: 1_000_000, completion: 2_000_000 };
    const model = { ...endpointModel, address: url, prices };
    const needs = await serverNeeds(model, plan);
    const asked = seen.length;
    // At a price of one a token sent and two a token written, by hand: the tokens themselves.
    const { promptTokens, completionTokens, cost } = needs.cost ?? {
      promptTokens: [0, 0],
      completionTokens: [0, 0],
      cost: [],
    };
    expect(completionTokens).toEqual([plan.trials.length, 8 * plan.trials.length]);
    expect(cost[0]).toBeCloseTo(promptTokens[0] + 2 * plan.trials.length, 6);
    expect(needs).toMatchObject({ problem: null, refusal: null });
    await serverNeeds({ ...model, limit: 3 }, plan);
    expect(seen).toHaveLength(asked);
    await close();
    forgetServerFacts();
    expect(await serverNeeds(model, plan)).toMatchObject({
      facts: null,
      cost: null,
      problem: { code: 'server-gone' },
    });
  });

  it('is refused by probability without log-probabilities, and with thinking without its switch', () => {
    const plan = (answer: 'probability' | 'generate', thinking: boolean) =>
      ({ study: study({ answer }), conditions: [{ thinking }] }) as unknown as PreparedPlan;
    const refuse = (given: PreparedPlan, probabilities: boolean, thinking: boolean) =>
      refusalOf(given, { probabilities, thinking })?.message ?? '';
    expect(refuse(plan('probability', false), false, true)).toContain('no log-probabilities');
    expect(refuse(plan('probability', false), true, false)).toBe('');
    expect(refuse(plan('generate', false), false, false)).toBe('');
    expect(refuse(plan('generate', true), false, false)).toContain(
      'Thinking cannot be switched on',
    );
    expect(refuse(plan('generate', true), false, true)).toBe('');
  });

  it('has a twin with written answers: the built-in one, else a copy under another name', async () => {
    const table = await builtInStudy('behavior-table-3-p');
    const twin = await writtenTwin(table);
    expect(twin).toEqual({ ...(await builtInStudy('behavior-table-3')), models: table.models });
    const quick = await builtInStudy('quick');
    expect(await writtenTwin(quick)).toEqual({
      ...quick,
      id: 'quick-written',
      title: `${quick.title} (written answers)`,
      answer: 'generate',
      lead: '',
    });
    // Changed in the lab, it is no longer the built-in one.
    const changed = { ...table, items: { ...table.items, limit: 3 } };
    expect(await writtenTwin(changed)).toMatchObject({ id: 'behavior-table-3-p-written' });
  });
});

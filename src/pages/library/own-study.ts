import { isOwnBook } from '../../core/novel';
import { PROFILE_DEFAULTS, type Method, type Study } from '../../core/study';
import type { Decision } from '../../decision/dataset';
import { statementsBefore } from '../../decision/description';
import { AS_RELEASED } from '../../decision/released';
import { en } from '../../text/en';

/** How a study of one's own decisions asks: as the quick studies do, or as LifeChoice's script did. */
export type Asking = 'quick' | 'as-released';

const text = en.library.mine;

/**
 * A study over decisions of one's own, for the embedded model: without a profile, with the description where there is
 * one, and with passages found by words.
 * @param name of the novel or the file
 */
export function ownStudy(name: string, decisions: readonly Decision[], asking: Asking): Study {
  const described = decisions.some(({ character, at }) => statementsBefore(character, at).length);
  const method: Method[] = described ? ['none', 'curated', 'bm25'] : ['none', 'bm25'];
  return {
    format: 'crossroads-study/1',
    id: asking === 'quick' ? 'own-decisions' : 'own-decisions-as-released',
    title: asking === 'quick' ? text.studyTitle(name) : text.releasedTitle(name),
    suite: 'decision',
    items: itemsOf(decisions),
    conditions: [{ method }],
    repeats: 1,
    seed: 1,
    answer: 'probability',
    order: 'balanced',
    placement: 'user',
    system: 'none',
    lead: 'Answer:',
    unparsed: 'wrong',
    scoring: 'keyed',
    // Short, as in the quick study of decisions: a small model reads 400 tokens in seconds.
    profile: { ...PROFILE_DEFAULTS, budget: 400, chunkTokens: 150, charmap: 'bm25' },
    models: { answer: 'embedded' },
    decoding: {},
    ...(asking === 'as-released' ? AS_RELEASED : {}),
  };
}

/** One's own books by their ids; decisions on other novels by theirs, for those novels have the project's, too. */
function itemsOf(decisions: readonly Decision[]): Study['items'] {
  if (decisions.every(({ novel }) => isOwnBook(novel)))
    return { novels: [...new Set(decisions.map(({ novel }) => novel))] };
  return { ids: decisions.map(({ id }) => id) };
}

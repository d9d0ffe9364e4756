import type { Embedder } from '../../../src/core/embedder';
import type { Engine, Input, Message } from '../../../src/core/engine';
import type { Journal } from '../../../src/core/journal';
import type { Novel } from '../../../src/core/novel';
import type { Workshop } from '../../../src/core/profile';
import type { Artifact } from '../../../src/core/run';
import { Workshops, type ArtifactShelf } from '../../../src/experiment/workshop';
import { chunkNovel, paragraphLengths } from '../../../src/retrieval/chunks';
import { makeRetriever } from '../../../src/retrieval/retriever';
import { quantise } from '../../../src/retrieval/vectors';
import { madeNovel } from './made';

/** A token of these tests is a word. */
export const words = (text: string): number =>
  text.split(/\s+/).filter((word) => word !== '').length;

const DIMENSIONS = 32;
/** Vectors by the letters of a text's words: the more words two texts share, the nearer they are. */
function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(DIMENSIONS).fill(0.01);
  for (const word of text.toLowerCase().match(/\w+/g) ?? []) {
    const at = [...word].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % DIMENSIONS, 7);
    vector[at] = (vector[at] ?? 0) + 1;
  }
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}
const embedder: Embedder = {
  model: { id: 'letters', file: '', sha256: '', dimensions: DIMENSIONS, window: 256 },
  embed: (texts) => Promise.resolve(texts.map(vectorOf)),
  dispose: () => Promise.resolve(),
};

export interface Made {
  readonly workshop: Workshop;
  /** All that was put to any model, and all that was counted. */
  readonly prompts: string[];
  readonly kept: Map<string, Artifact>;
  /** Calls of `library.novel`. */
  readonly asked: string[];
}

/**
 * A workshop with the real retrieval over a made novel, and a stand-in for the models that keeps what it is told.
 * @param write what the model writes to a prompt
 */
export function madeWorkshop(
  given: {
    novel?: Novel;
    write?: (prompt: string) => string;
    next?: (prompt: string) => Readonly<Record<string, number>>;
    context?: number;
    kept?: Map<string, Artifact>;
    shelf?: ArtifactShelf;
  } = {},
): Made {
  const novel = given.novel ?? madeNovel();
  const prompts: string[] = [];
  const asked: string[] = [];
  const kept = given.kept ?? new Map<string, Artifact>();
  const told = (input: Input): string => {
    const text = input.kind === 'text' ? input.text : whole(input.messages, input.lead);
    prompts.push(text);
    return text;
  };
  const engine: Engine = {
    kind: 'recorded',
    environment: {},
    model: {
      id: 'stand-in',
      file: 'none',
      sha256: 'f'.repeat(64),
      quantization: '',
      parameters: 0,
      family: '',
      chatTemplateHash: '',
      sampling: { temperature: 0, topP: 1, topK: 0 },
      context: given.context ?? 4096,
    },
    next: (input) => {
      const prompt = told(input);
      const top = Object.entries(given.next?.(prompt) ?? { A: 1 }).map(([text, p]) => ({
        text,
        logprob: Math.log(p),
      }));
      return Promise.resolve({
        prompt,
        top,
        tokens: { prompt: words(prompt), cached: 0, completion: 1 },
        ms: 1,
      });
    },
    generate: (input) => {
      const prompt = told(input);
      const text = given.write?.(prompt) ?? 'Nothing.';
      return Promise.resolve({
        prompt,
        text,
        tokens: { prompt: words(prompt), cached: 0, completion: words(text) },
        ms: 1,
        stop: 'end' as const,
      });
    },
    count: (text) => Promise.resolve(words(text)),
    dispose: () => Promise.resolve(),
  };
  const journal: Pick<Journal, 'artifacts' | 'putArtifact'> = {
    artifacts: () => Promise.resolve([...kept.values()]),
    putArtifact: (artifact) => {
      kept.set(artifact.id, artifact);
      return Promise.resolve();
    },
  };
  const workshops = new Workshops({
    engine,
    journal,
    ...(given.shelf ? { shelf: given.shelf } : {}),
    library: {
      novel: (id) => {
        asked.push(id);
        return Promise.resolve(novel);
      },
      retriever: (_, kind, settings) => {
        const cut = chunkNovel(novel, paragraphLengths(novel, words), settings);
        const vectors = quantise(
          cut.chunks.map(({ text }) => vectorOf(text)),
          DIMENSIONS,
        );
        return Promise.resolve(
          makeRetriever(kind, cut, settings, { meaning: { vectors, embedder } }),
        );
      },
    },
  });
  return { workshop: workshops.under(), prompts, kept, asked };
}

function whole(messages: readonly Message[], lead: string): string {
  return `${messages.map(({ content }) => content).join('\n')}\n${lead}`;
}

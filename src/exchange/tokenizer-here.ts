import config from '../../datasets/embedding/minilm-tokenizer-config.json';
import tokenizer from '../../datasets/embedding/minilm-tokenizer.json?url';
import { asProblem, Problem } from '../core/errors';
import type { EmbedderTokenizer } from '../engines/embedder-tokenizer';

let loading: Promise<EmbedderTokenizer> | undefined;

/**
 * The embedding model's tokenizer, fetched from the site at its first use (0.5 MB, 0.2 MB on the way).
 * @throws Problem `download-failed`
 */
export function loadTokenizer(): Promise<EmbedderTokenizer> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<EmbedderTokenizer> {
  const [{ makeTokenizer }, vocabulary] = await Promise.all([
    import('../engines/embedder-tokenizer'),
    jsonAt(tokenizer),
  ]);
  return makeTokenizer(vocabulary, config);
}

async function jsonAt(url: string): Promise<object> {
  try {
    const response = await fetch(new URL(url, import.meta.url));
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    return (await response.json()) as object;
  } catch (error) {
    throw new Problem('download-failed', {
      what: `The embedding model's tokenizer could not be loaded: ${asProblem(error).message.replace(/\.+$/, '')}.`,
      kept: 'The novels stay on the shelf.',
      next: 'Check the connection and try again.',
      cause: error,
    });
  }
}

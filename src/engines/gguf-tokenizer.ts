import type { TokenCounter } from '../core/embedder';

/** How a family splits text before its merges apply: llama.cpp's names for it in a file's header. */
const SPLITS: Readonly<Record<string, readonly object[]>> = {
  smollm: [
    { type: 'Digits', individual_digits: true },
    { type: 'ByteLevel', add_prefix_space: false, use_regex: true },
  ],
  qwen2: [
    {
      type: 'Split',
      pattern: {
        Regex:
          "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
      },
      behavior: 'Isolated',
      invert: false,
    },
    { type: 'ByteLevel', add_prefix_space: false, use_regex: false },
  ],
};

/**
 * Counts tokens as the model in a GGUF file does: wllama has no call for it, so the vocabulary and the merges are read
 * from the file's own header.
 * @returns null for a kind of tokenizer that is not known here
 */
export async function ggufTokenCounter(file: Blob): Promise<TokenCounter | null> {
  const [{ gguf }, { Tokenizer }] = await Promise.all([
    import('@huggingface/gguf'),
    import('@huggingface/tokenizers'),
  ]);
  // The reader asks for ranges of an address; the file is here already.
  const { metadata } = await gguf('https://file.invalid/model.gguf', {
    fetch: (_, init) => rangeOf(file, init),
  });
  const header = metadata as Record<string, unknown>;
  const split = SPLITS[String(header['tokenizer.ggml.pre'])];
  const tokens = header['tokenizer.ggml.tokens'];
  const merges = header['tokenizer.ggml.merges'];
  if (split === undefined || !Array.isArray(tokens) || !Array.isArray(merges)) return null;
  const vocab = Object.fromEntries(tokens.map((token, id) => [String(token), id]));
  const byteLevel = { type: 'ByteLevel', add_prefix_space: false, use_regex: false };
  const tokenizer = new Tokenizer(
    {
      model: { type: 'BPE', vocab, merges: merges.map(String), ignore_merges: false },
      pre_tokenizer: { type: 'Sequence', pretokenizers: split },
      normalizer: null,
      post_processor: null,
      decoder: byteLevel,
      added_tokens: [],
    },
    {},
  );
  return (text) => tokenizer.encode(text, { add_special_tokens: false }).ids.length;
}

function rangeOf(file: Blob, init: RequestInit | undefined): Promise<Response> {
  const range = new Headers(init?.headers).get('Range') ?? '';
  const [, from = '0', to = ''] = /bytes=(\d+)-(\d*)/.exec(range) ?? [];
  const end = to === '' ? file.size : Number(to) + 1;
  const part = file.slice(Number(from), end);
  return Promise.resolve(new Response(part, { status: 206 }));
}

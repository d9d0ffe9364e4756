import { Tokenizer } from '@huggingface/tokenizers';
import * as v from 'valibot';
import { END_OF_TURN } from '../core/chat-template';
import { Problem } from '../core/errors';

/** As much of `mlc-chat-config.json` as the texts of tokens depend on. */
const chatConfig = v.object({
  conv_template: v.object({
    stop_token_ids: v.array(v.number()),
    /** What a conversation begins with (`<bos>`), which WebLLM does not add to a raw text. */
    system_prefix_token_ids: v.nullish(v.array(v.number())),
  }),
});

const tokenizerConfig = v.object({
  chat_template: v.optional(
    v.union([v.string(), v.array(v.object({ name: v.string(), template: v.string() }))]),
  ),
});

/** The texts of a model's files. */
export interface ModelTexts {
  readonly chatConfig: string;
  readonly tokenizer: string;
  /** Null where the publisher has none. */
  readonly tokenizerConfig: string | null;
}

/** A model's words: what its tokens are as text, and how it is spoken to. */
export interface ModelWords {
  /** The model's Jinja template, null where it has none. */
  readonly jinja: string | null;
  /** What a prompt begins with: the text of the token that begins a text, may be empty. */
  readonly begin: string;
  /** The text of a token as it continues a text; END_OF_TURN for what ends a turn, empty for what has none. */
  textOf(id: number): string;
  /** Number of tokens of a text, without special ones. */
  count(text: string): number;
}

/** Any word: tokens are read after it, for decoders cut the space off a first token. */
const BEFORE = 'a';

/**
 * Reads a model's words from its files.
 * @throws Problem `bad-file`
 */
export function readWords(texts: ModelTexts): ModelWords {
  const config = parse(chatConfig, texts.chatConfig, 'mlc-chat-config.json');
  const more =
    texts.tokenizerConfig === null
      ? {}
      : parse(tokenizerConfig, texts.tokenizerConfig, 'tokenizer_config.json');
  const tokenizer = makeTokenizer(texts);
  const ids = (text: string): number[] => tokenizer.encode(text, { add_special_tokens: false }).ids;
  const { stop_token_ids: ends, system_prefix_token_ids: prefix } = config.conv_template;
  const before = ids(BEFORE);
  const skipped = tokenizer.decode(before, PLAIN).length;
  const known = new Map<number, string>();
  const read = (id: number): string =>
    ends.includes(id)
      ? END_OF_TURN
      : tokenizer.id_to_token(id) === undefined
        ? ''
        : tokenizer.decode([...before, id], PLAIN).slice(skipped);
  return {
    jinja: templateOf(more.chat_template),
    begin: (prefix ?? []).map((id) => tokenizer.id_to_token(id) ?? '').join(''),
    textOf(id) {
      const text = known.get(id) ?? read(id);
      known.set(id, text);
      return text;
    },
    count: (text) => ids(text).length,
  };
}

/** A token's text is wanted as it is: special ones shown, no space tidied away. */
const PLAIN = { skip_special_tokens: false, clean_up_tokenization_spaces: false } as const;

function makeTokenizer({ tokenizer, tokenizerConfig: config }: ModelTexts): Tokenizer {
  try {
    return new Tokenizer(JSON.parse(tokenizer) as object, JSON.parse(config ?? '{}') as object);
  } catch (error) {
    throw badFile('tokenizer.json', error);
  }
}

function templateOf(found: v.InferOutput<typeof tokenizerConfig>['chat_template']): string | null {
  if (found === undefined || typeof found === 'string') return found ?? null;
  return (found.find(({ name }) => name === 'default') ?? found[0])?.template ?? null;
}

function parse<T extends v.GenericSchema>(schema: T, text: string, name: string): v.InferOutput<T> {
  try {
    return v.parse(schema, JSON.parse(text));
  } catch (error) {
    throw badFile(name, error);
  }
}

function badFile(name: string, cause: unknown): Problem {
  return new Problem('bad-file', {
    what: `The model's file ${name} is damaged, or of a kind that is not known here.`,
    kept: 'Everything answered so far is kept.',
    next: 'Delete the model on the models page and load it again.',
    cause,
  });
}

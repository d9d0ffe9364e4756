/** A small GGUF file, written by hand after the format's description (gguf.md, version 3). */
type Value = string | number | readonly string[];

const TYPES = { uint32: 4, float32: 6, string: 8, array: 9 };

export interface MadeTensor {
  readonly name: string;
  readonly shape: readonly number[];
  /** ggml's number of the type and the bytes it takes. */
  readonly type: number;
  readonly bytes: number;
}

/** A template of the ChatML family, as short as it can be. */
export const CHATML =
  "{% for m in messages %}{{'<|im_start|>' + m['role'] + '\\n' + m['content'] + '<|im_end|>\\n'}}{% endfor %}";

/** Fields of a header that this page takes. */
export const GOOD: Readonly<Record<string, Value>> = {
  'general.architecture': 'llama',
  'general.name': 'A Small Model',
  'general.basename': 'Small',
  'general.license': 'mit',
  'general.organization': 'Nobody',
  'general.file_type': 7,
  'llama.context_length': 4096,
  'llama.block_count': 2,
  'llama.embedding_length': 64,
  'llama.attention.head_count': 4,
  'llama.attention.head_count_kv': 2,
  'tokenizer.ggml.tokens': ['a', 'b'],
  'tokenizer.chat_template': CHATML,
};

/** Two tensors: 256 numbers in single precision (1024 bytes) and 64 as Q8_0 (two blocks of 34 bytes). */
export const TENSORS: readonly MadeTensor[] = [
  { name: 'token_embd.weight', shape: [64, 4], type: 0, bytes: 1024 },
  { name: 'output.weight', shape: [64], type: 8, bytes: 68 },
];

/** The file's bytes; whole numbers are written as uint32, others as float32. */
export function madeGguf(
  fields: Readonly<Record<string, Value>> = GOOD,
  tensors: readonly MadeTensor[] = TENSORS,
): Uint8Array<ArrayBuffer> {
  const out: number[] = [];
  const u32 = (n: number): void =>
    void out.push(n & 255, (n >> 8) & 255, (n >> 16) & 255, n >>> 24);
  const u64 = (n: number): void => (u32(n), u32(0));
  const text = (s: string): void => {
    const bytes = new TextEncoder().encode(s);
    u64(bytes.length);
    out.push(...bytes);
  };
  out.push(...new TextEncoder().encode('GGUF'));
  u32(3);
  u64(tensors.length);
  u64(Object.keys(fields).length);
  for (const [key, value] of Object.entries(fields)) {
    text(key);
    if (typeof value === 'string') {
      u32(TYPES.string);
      text(value);
    } else if (typeof value !== 'number') {
      u32(TYPES.array);
      u32(TYPES.string);
      u64(value.length);
      value.forEach(text);
    } else if (Number.isInteger(value)) {
      u32(TYPES.uint32);
      u32(value);
    } else {
      u32(TYPES.float32);
      out.push(...new Uint8Array(new Float32Array([value]).buffer));
    }
  }
  let offset = 0;
  for (const { name, shape, type, bytes } of tensors) {
    text(name);
    u32(shape.length);
    shape.forEach(u64);
    u32(type);
    u64(offset);
    offset += Math.ceil(bytes / 32) * 32;
  }
  while (out.length % 32 !== 0) out.push(0);
  const data = tensors.reduce((sum, { bytes }, i) => {
    return sum + (i === tensors.length - 1 ? bytes : Math.ceil(bytes / 32) * 32);
  }, 0);
  for (let i = 0; i < data; i += 1) out.push(i & 255);
  return Uint8Array.from(out);
}

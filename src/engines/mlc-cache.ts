import * as v from 'valibot';
import type { MlcModel } from './answer-model';

/*
 * Where WebLLM keeps what it loaded: three caches of the browser, by address. They are read and cleaned here without
 * WebLLM, whose own deletion fetches the list of weights again and fails where that list is what went bad.
 */
const MODEL = 'webllm/model';
const CONFIG = 'webllm/config';
const LIBRARY = 'webllm/wasm';

/** Names of a model's files beside its weights. */
export const CHAT_CONFIG = 'mlc-chat-config.json';
export const WEIGHT_LIST = 'tensor-cache.json';
export const TOKENIZER = 'tokenizer.json';
export const TOKENIZER_CONFIG = 'tokenizer_config.json';

/** The cache in which WebLLM, or we beside it, keep each of these files. */
const CACHE_OF: Readonly<Record<string, string>> = {
  [CHAT_CONFIG]: CONFIG,
  [TOKENIZER_CONFIG]: CONFIG,
  [WEIGHT_LIST]: MODEL,
  [TOKENIZER]: MODEL,
};

const weightList = v.object({
  records: v.array(
    v.object({
      dataPath: v.string(),
      nbytes: v.number(),
      md5sum: v.optional(v.string()),
    }),
  ),
});
type Shard = v.InferOutput<typeof weightList>['records'][number];

/** Where WebLLM looks for a model's files: a repository's address gets its main branch, as WebLLM does it. */
export function folderOf(address: string): string {
  const folder = address.endsWith('/') ? address : `${address}/`;
  return /.+\/resolve\/.+\//.test(folder) ? folder : `${folder}resolve/main/`;
}

/** The address of one of a model's files. */
export function fileOf({ address }: Pick<MlcModel, 'address'>, name: string): string {
  return new URL(name, folderOf(address)).href;
}

/**
 * One of the small files of a model as text, from where it is kept or else from its address; it is kept then.
 * @returns null where the publisher has no such file
 * @throws TypeError where the network fails
 */
export async function smallFile(
  model: Pick<MlcModel, 'address'>,
  name: string,
): Promise<string | null> {
  const cache = await caches.open(CACHE_OF[name] ?? CONFIG);
  const address = fileOf(model, name);
  const kept = await cache.match(address);
  if (kept) return await kept.text();
  const response = await fetch(address, { credentials: 'omit', referrerPolicy: 'no-referrer' });
  if (!response.ok) return null;
  await cache.put(address, response.clone());
  return await response.text();
}

/** True where all of a model is kept; else the bytes of its weights that are. */
export async function keptOfMlc(model: MlcModel): Promise<boolean | number> {
  const shards = await keptList(model);
  if (shards === null) return 0;
  const here = new Set((await (await caches.open(MODEL)).keys()).map(({ url }) => url));
  const kept = shards.filter(({ dataPath }) => here.has(fileOf(model, dataPath)));
  const bytes = kept.reduce((sum, { nbytes }) => sum + nbytes, 0);
  const rest = await Promise.all([
    isKept(LIBRARY, model.library),
    isKept(CONFIG, fileOf(model, CHAT_CONFIG)),
    isKept(MODEL, fileOf(model, TOKENIZER)),
  ]);
  if (kept.length === shards.length && rest.every(Boolean)) return true;
  // A part is never told as the whole, however roughly the whole is known.
  return model.bytes > 0 ? Math.min(bytes, model.bytes - 1) : bytes;
}

/** Deletes everything that is kept of a model. */
export async function forgetMlcModel(model: MlcModel): Promise<void> {
  const folder = folderOf(model.address);
  for (const name of [MODEL, CONFIG]) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      if (request.url.startsWith(folder)) await cache.delete(request);
    }
  }
  await (await caches.open(LIBRARY)).delete(model.library);
}

/** What came of looking through a model's kept files. */
export interface Mended {
  /** Files that were not what they should be and were thrown away. */
  readonly removed: number;
  /** Whether the list of weights says enough (sizes and MD5 sums) for all of them to have been checked. */
  readonly isChecked: boolean;
}

/**
 * Looks through what is kept of a model and throws away what is damaged: text that is no JSON (a log-in page in its
 * place), a library that is none or is cut, weights whose size or MD5 sum is not the one in the publisher's list. WebLLM checks
 * none of them, and would go on to load them for ever.
 */
export async function mendMlc(model: MlcModel): Promise<Mended> {
  let removed = 0;
  const drop = async (cache: string, address: string): Promise<void> => {
    if (await (await caches.open(cache)).delete(address)) removed += 1;
  };
  for (const [name, cache] of Object.entries(CACHE_OF)) {
    const text = await keptText(cache, fileOf(model, name));
    if (text !== null && !isJson(text)) await drop(cache, fileOf(model, name));
  }
  const library = await (await caches.open(LIBRARY)).match(model.library);
  if (library && !WebAssembly.validate(await library.arrayBuffer()))
    await drop(LIBRARY, model.library);
  const shards = await keptList(model);
  for (const shard of shards ?? []) {
    const address = fileOf(model, shard.dataPath);
    const kept = await (await caches.open(MODEL)).match(address);
    if (kept && !(await isWhole(await kept.arrayBuffer(), shard))) await drop(MODEL, address);
  }
  return { removed, isChecked: shards?.every(({ md5sum }) => md5sum !== undefined) ?? false };
}

async function isWhole(bytes: ArrayBuffer, { nbytes, md5sum }: Shard): Promise<boolean> {
  if (bytes.byteLength !== nbytes) return false;
  if (md5sum === undefined) return true;
  const { md5 } = await import('hash-wasm');
  return (await md5(new Uint8Array(bytes))) === md5sum.toLowerCase();
}

/** The publisher's list of weights, as it is kept; null where it is not, or is none. */
async function keptList(model: Pick<MlcModel, 'address'>): Promise<readonly Shard[] | null> {
  const text = await keptText(MODEL, fileOf(model, WEIGHT_LIST));
  if (text === null || !isJson(text)) return null;
  const parsed = v.safeParse(weightList, JSON.parse(text));
  return parsed.success ? parsed.output.records : null;
}

async function keptText(cache: string, address: string): Promise<string | null> {
  const kept = await (await caches.open(cache)).match(address);
  return kept ? await kept.text() : null;
}

async function isKept(cache: string, address: string): Promise<boolean> {
  return (await (await caches.open(cache)).match(address)) !== undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    // Not JSON is the answer.
    return false;
  }
}

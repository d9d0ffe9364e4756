import { basename } from 'node:path';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { gguf } from '@huggingface/gguf';
import { sha256 } from '../../src/core/hash';
import { Problem } from '../../src/core/errors';
import { connectEndpoint, type EndpointEngine, type FileFacts } from '../../src/engines/endpoint';

export interface EndpointChoice {
  readonly endpoint: string;
  /** The server's name of the model; needed where it has several. */
  readonly model?: string;
  readonly modelFile?: string;
  readonly concurrency?: number;
  /** Sent to the server and put nowhere else. */
  readonly key?: string;
}

/** Connects to a server; the model's file, where it is given, is hashed and its header read. */
export async function endpointEngine(choice: EndpointChoice): Promise<EndpointEngine> {
  const { endpoint, model, modelFile, concurrency, key } = choice;
  const facts = modelFile === undefined ? null : await fileFacts(modelFile, model);
  return connectEndpoint(endpoint, facts, {
    ...(model === undefined ? {} : { model }),
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(key === undefined || key === '' ? {} : { key }),
    onWait: (wait) => {
      if (wait.kind === 'again') {
        console.log(`The server is ${wait.why}: asked again in ${Math.ceil(wait.ms / 1000)} s`);
      }
    },
  });
}

/** The publisher's sampling defaults (generation_config.json on the model's page), by the name in the header. */
const SAMPLING: Record<string, FileFacts['sampling']> = {
  'Qwen2.5 Coder': { temperature: 0.7, topP: 0.8, topK: 20 },
  SmolLM2: { temperature: 0.2, topP: 0.9, topK: 0 },
};
/** llama.cpp's server defaults, where the publisher's are not known. */
const SERVER_SAMPLING = { temperature: 0.8, topP: 0.95, topK: 40 };

async function fileFacts(path: string, model: string | undefined): Promise<FileFacts> {
  const { metadata, tensorInfos } = await gguf(path, { allowLocalFile: true }).catch(
    (cause: unknown) => {
      throw new Problem('bad-file', { what: `${path} cannot be read as a GGUF file.`, cause });
    },
  );
  const text = (key: string): string => {
    const value = (metadata as Record<string, unknown>)[key];
    return typeof value === 'string' ? value : '';
  };
  const name = text('general.name');
  const file = basename(path);
  const known = Object.entries(SAMPLING).find(([start]) =>
    name.toLowerCase().replaceAll('-', ' ').startsWith(start.toLowerCase()),
  );
  const template = text('tokenizer.chat_template');
  return {
    id: model ?? file.replace(/\.gguf$/i, '').toLowerCase(),
    file,
    sha256: await hashFile(path),
    quantization:
      /(?:^|[-.])((?:I?Q\d\w*|F16|BF16|F32))\.gguf$/i.exec(file)?.[1]?.toUpperCase() ?? '',
    parameters: tensorInfos.reduce(
      (sum, { shape }) => sum + shape.reduce((product, size) => product * Number(size), 1),
      0,
    ),
    family: text('general.basename') || known?.[0] || text('general.architecture'),
    chatTemplateHash: template === '' ? '' : await sha256(template),
    sampling: known?.[1] ?? SERVER_SAMPLING,
  };
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

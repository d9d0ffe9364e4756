import { Problem } from '../core/errors';
import { formatBytes, formatCount } from '../text/format';
import { MOST_FILE_BYTES } from './own-gguf-limits';

const kept = 'Nothing was added.';

/** Why a file of the reader's own is not taken in; each names the file and a way on. */
export const ownProblems = {
  empty: (name: string) =>
    new Problem('bad-file', {
      what: `${name} is empty (0 bytes).`,
      kept,
      next: 'Download or copy the file again.',
    }),
  notGguf: (name: string) =>
    new Problem('bad-file', {
      what: `${name} is not a GGUF file: its first four bytes are not "GGUF".`,
      kept,
      next: 'Choose a file that ends in .gguf. Weights as safetensors or PyTorch files must be converted with llama.cpp first.',
    }),
  cut: (name: string, bytes: number, needed: number) =>
    new Problem('bad-file', {
      what: `${name} is cut short: it has ${formatCount(bytes)} bytes, and its header speaks of at least ${formatCount(needed)}.`,
      kept,
      next: 'Download or copy the file again to its end.',
    }),
  cutHeader: (name: string, bytes: number) =>
    new Problem('bad-file', {
      what: `${name} is cut short: it ends after ${formatBytes(bytes)}, within its header.`,
      kept,
      next: 'Download or copy the file again to its end.',
    }),
  split: (name: string, parts: number) =>
    new Problem('not-supported', {
      what: `${name} is one of ${parts} files into which a model was split.`,
      kept,
      next: 'Join them with llama.cpp, `llama-gguf-split --merge FIRST-FILE.gguf JOINED.gguf`, and choose the joined file.',
    }),
  tooLarge: (name: string, bytes: number) =>
    new Problem('not-supported', {
      what: `${name} has ${formatBytes(bytes)}, and the engine on this page takes files of at most ${formatBytes(MOST_FILE_BYTES)}.`,
      kept,
      next: 'Choose a smaller quantization, or run the file in a llama.cpp server and connect to it.',
    }),
  /** What stopped the reading of the header, with what is true before anything is taken in. */
  unread: (why: Problem) =>
    new Problem(why.code, {
      what: why.message,
      kept,
      next:
        why.code === 'download-failed' || why.code === 'offline'
          ? 'Check the address and the connection, then add the file again.'
          : why.next,
      cause: why.cause,
    }),
  noLanguageModel: (name: string, architecture: string) =>
    new Problem('not-supported', {
      what: `${name} holds no language model of its own (its header says ${architecture === '' ? 'nothing' : `"${architecture}"`} and has no vocabulary).`,
      kept,
      next: 'Choose the file of the model itself, not of its adapter or its image encoder.',
    }),
  noTemplate: (name: string) =>
    new Problem('not-supported', {
      what: `${name} has no chat template: it is a base model, or its template was left out.`,
      kept,
      next: 'Choose an instruction-tuned file ("Instruct" or "Chat" in its name).',
    }),
  unknownTemplate: (name: string, cause: unknown) =>
    new Problem('not-supported', {
      what: `The chat template of ${name} is none that this page can render, so its prompts would not be what a study says.`,
      kept,
      next: 'Choose another model, or run this one in a server, which applies the template itself.',
      cause,
    }),
  room: (name: string, needed: number, left: number) =>
    new Problem('disk-full', {
      what: `There is not enough room to keep ${name}: ${formatBytes(needed)} are needed, and the browser grants ${formatBytes(left)} more.`,
      kept,
      next: 'Delete models you no longer need, or use the file for this visit without keeping it.',
    }),
} as const;

/** What the reader of headers says of a malformed file, as a Problem. */
export function asBadFile(name: string, error: unknown): Problem {
  const said = error instanceof Error ? error.message : String(error);
  return new Problem('bad-file', {
    what: `The header of ${name} cannot be read: ${said.replace(/\.+$/, '')}.`,
    kept,
    next: 'Download or copy the file again. If it happens again, the file is damaged or of a version that came later.',
    cause: error,
  });
}

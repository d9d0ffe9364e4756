import { aborted, isAbort, Problem } from '../core/errors';

/** A file of the reader's own, wherever it lies. */
export interface OwnSource {
  /** Name of the file, without its folder. */
  readonly name: string;
  readonly bytes: number;
  /** Where it can be fetched again; empty for a file on this device. */
  readonly address: string;
  /** Changes with the file at its address (a revision, a date); empty where nothing tells. */
  readonly mark: string;
  /**
   * Bytes `from` to `from + bytes`, exactly so many.
   * @param onBytes gets what arrived since its last call; negative when an attempt is given up
   * @throws Problem `bad-file`, `aborted`, and those of fetching where it has an address
   */
  read(
    from: number,
    bytes: number,
    onBytes: (bytes: number) => void,
    signal?: AbortSignal,
  ): Promise<Uint8Array<ArrayBuffer>>;
}

/** A file that the reader chose on this device. */
export function fileSource(file: Blob, name: string): OwnSource {
  return {
    name,
    bytes: file.size,
    address: '',
    mark: '',
    async read(from, bytes, onBytes, signal) {
      if (signal?.aborted) throw aborted();
      try {
        const read = new Uint8Array(await file.slice(from, from + bytes).arrayBuffer());
        if (read.length < bytes) throw changed(name);
        onBytes(bytes);
        return read;
      } catch (error) {
        throw isAbort(error) || error instanceof Problem ? error : changed(name, error);
      }
    },
  };
}

/** Browsers refuse to read on in a file that was written to since it was chosen. */
function changed(name: string, cause?: unknown): Problem {
  return new Problem('bad-file', {
    what: `${name} could not be read to its end: it was changed, moved or deleted while it was read.`,
    kept: 'Nothing was added.',
    next: 'Choose the file again once nothing writes to it.',
    cause,
  });
}

import { Problem } from '../../core/errors';
import type { AnswerModel, EndpointModel } from '../../engines/answer-model';
import { loadEngine } from '../../engines/load-engine';
import { keptBytes, openModel } from '../../engines/model-files';
import { askToKeep, space } from '../../storage/space';
import { en } from '../../text/en';
import { Transfer, type TransferWork } from './Transfer.svelte';

/** A model that has a file. */
export type FileModel = Exclude<AnswerModel, EndpointModel>;

/** The downloads of this page by model, outside any run. They outlive the pages that show them. */
class Downloads {
  readonly #byId: Record<string, Transfer> = {};
  /** Counts what ended, in whatever way, so that lists know when to look again. */
  #ended = $state(0);

  get ended(): number {
    return this.#ended;
  }

  /** The download of a model; a fresh one where it has none yet. */
  of(id: string): Transfer {
    return (this.#byId[id] ??= new Transfer());
  }

  /** Brings a model to this device from a person's click. Never rejects; the transfer tells how it went. */
  async start(model: FileModel): Promise<boolean> {
    // Some browsers clear what a page keeps after a week unless they were asked not to.
    void askToKeep();
    const isThere = await this.of(model.id).run(
      model.kind === 'gguf' ? ggufDownload(model) : mlcDownload(model),
    );
    this.#ended += 1;
    return isThere;
  }
}

export const downloads = new Downloads();

function ggufDownload(model: Extract<FileModel, { kind: 'gguf' }>): TransferWork {
  return async (tell, signal) => {
    await checkRoom(model, model.bytes - (await keptBytes(model)));
    const { notices } = await openModel(model, { signal, onProgress: tell });
    // A download that leaves nothing behind has failed, whatever a run would make of it.
    const [problem] = notices;
    if (problem !== undefined) throw problem;
  };
}

/** WebLLM loads and keeps in one: a model is there once it has been started. */
function mlcDownload(model: Extract<FileModel, { kind: 'mlc' }>): TransferWork {
  return async (tell, signal) => {
    await checkRoom(model, model.bytes);
    const engine = await loadEngine(model, { signal, onProgress: tell });
    await engine.dispose();
  };
}

async function checkRoom(model: FileModel, missing: number): Promise<void> {
  const told = await space();
  if (told === null || told.granted - told.used >= missing) return;
  const text = en.models.noRoom;
  throw new Problem('disk-full', {
    what: text.what(model.title, missing, told.granted - told.used),
    kept: text.kept,
    next: text.next,
  });
}

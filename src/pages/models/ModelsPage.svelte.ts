import { adding } from '../../components/models/adding.svelte';
import { downloads } from '../../components/models/downloads.svelte';
import { chosenModelId, chooseModelId, knownModels } from '../../components/models/known-models';
import { forgetMlcModel, mlcKeptBytes } from '../../components/models/mlc';
import { asProblem, type Problem } from '../../core/errors';
import type { AnswerModel } from '../../engines/answer-model';
import { catalogue, type CatalogueModel, type KnownFile } from '../../engines/catalogue';
import { inspectDevice, type Device } from '../../engines/device';
import { embeddingModel } from '../../engines/embedder-model';
import { forgetModel, forgetParts, keptBytes, strayParts } from '../../engines/model-files';
import { releaseFromVisit, visitModels } from '../../engines/visit-files';
import type { PendingFile } from '../../storage/answer-models';
import { answerModels } from '../../storage/here';
import { askToKeep } from '../../storage/space';
import { entriesOf, type ModelEntry } from './model-entries';

/** Parts that no model has, together. */
export interface Leftovers {
  readonly parts: readonly string[];
  readonly bytes: number;
}

/** Whether the browser was asked to keep the data for good, and what it said. */
export type Keeping = 'unasked' | 'granted' | 'refused';

/** The list of models, what of them is here, and what can be done to one. */
export class ModelsPage {
  #device = $state.raw<Device | null>(null);
  #models = $state.raw<readonly AnswerModel[] | null>(null);
  #own = $state.raw<readonly string[]>([]);
  #visit = $state.raw<readonly string[]>([]);
  #kept = $state.raw<Readonly<Record<string, number>>>({});
  #chosen = $state('');
  #leftovers = $state.raw<Leftovers>({ parts: [], bytes: 0 });
  #pending = $state.raw<readonly PendingFile[]>([]);
  #embedderBytes = $state(0);
  #problem = $state.raw<Problem | null>(null);
  #keeping = $state<Keeping>('unasked');
  /** Counts the looks, so that a slow one never covers a later one. */
  #last = 0;

  /** Null while it is being looked at. */
  get device(): Device | null {
    return this.#device;
  }
  /** Of the list itself. */
  get problem(): Problem | null {
    return this.#problem;
  }
  get leftovers(): Leftovers {
    return this.#leftovers;
  }
  /** Files from an address that are not whole. */
  get pending(): readonly PendingFile[] {
    return this.#pending;
  }
  get keeping(): Keeping {
    return this.#keeping;
  }
  /** Bytes of the embedding model that are kept, which stands in no list of models that answer. */
  get embedderBytes(): number {
    return this.#embedderBytes;
  }
  /** The list; null while it is being read. */
  readonly entries: readonly ModelEntry[] | null = $derived(
    this.#device === null || this.#models === null
      ? null
      : entriesOf(this.#models, this.#device, {
          kept: this.#kept,
          own: this.#own,
          visit: this.#visit,
          chosen: this.#chosen === '' ? (catalogue[0]?.id ?? '') : this.#chosen,
        }),
  );
  /** Bytes of all models that are kept. */
  readonly keptTotal = $derived(
    Object.values(this.#kept).reduce((sum, bytes) => sum + bytes, 0) +
      this.#embedderBytes +
      this.#leftovers.bytes,
  );

  /** Follows the list while it is shown; returns what ends that. */
  open(): () => void {
    return answerModels.watch().subscribe(
      () => void this.look(),
      (problem) => (this.#problem = problem),
    );
  }

  /** Looks at everything anew. Never rejects. */
  async look(): Promise<void> {
    const turn = ++this.#last;
    try {
      const [device, models, own, chosen, pending] = await Promise.all([
        inspectDevice(),
        knownModels(),
        answerModels.list(),
        chosenModelId(),
        answerModels.pending(),
      ]);
      const kept = await keptOf(models);
      const [embedder, leftovers] = await Promise.all([
        keptBytes(embeddingModel).catch(() => 0),
        leftoversOf(models, pending),
      ]);
      if (turn !== this.#last) return;
      this.#device = device;
      this.#models = models;
      this.#own = own.map(({ id }) => id);
      this.#visit = visitModels().map(({ id }) => id);
      this.#chosen = chosen;
      this.#kept = kept;
      this.#embedderBytes = embedder;
      this.#leftovers = leftovers;
      // What is arriving at this moment is shown where it is added.
      this.#pending = adding.transfer.isRunning ? [] : pending;
      this.#problem = null;
    } catch (error) {
      if (turn === this.#last) this.#problem = asProblem(error);
    }
  }

  /** Makes a model the one that answers. @throws Problem of the storage */
  async choose(model: AnswerModel): Promise<void> {
    await chooseModelId(model.id);
    this.#chosen = model.id;
  }

  /** Deletes what is kept of a model; it stays on the list. @throws Problem of the storage */
  async deleteFile({ model, variants }: ModelEntry): Promise<void> {
    if (model.kind === 'gguf') await forgetModel(model);
    const mlc = variants.filter((variant) => variant.kind === 'mlc');
    await Promise.all(mlc.map((variant) => forgetMlcModel(variant)));
    await this.look();
  }

  /** Takes one of the reader's own models off the list, with its file. @throws Problem of the storage */
  async remove(entry: ModelEntry): Promise<void> {
    const { model } = entry;
    if (entry.isForVisit) releaseFromVisit(model.id);
    await answerModels.remove(model.id);
    await this.deleteFile(entry);
    const isStillListed = catalogue.some(({ id }) => id === model.id);
    if (entry.isChosen && !isStillListed) await chooseModelId('');
    await this.look();
  }

  /** Puts a model back, or changes what the reader may change of it. @throws Problem of the storage */
  async put(model: AnswerModel): Promise<void> {
    await answerModels.put(model);
    await this.look();
  }

  /** Deletes the parts that no model has. @throws Problem of the storage */
  async sweep(): Promise<void> {
    await forgetParts(this.#leftovers.parts);
    await this.look();
  }

  /** Gives up a file that has not arrived whole. @throws Problem of the storage */
  async giveUp(file: PendingFile): Promise<void> {
    await answerModels.removePending(file.address);
    await forgetParts(file.parts);
    await this.look();
  }

  /** Asks the browser not to clear the data by itself. Never rejects. */
  async keep(): Promise<void> {
    this.#keeping = (await askToKeep()) ? 'granted' : 'refused';
    this.#device = await inspectDevice();
  }

  /** Counts what has ended since the page was opened, for an effect that looks again. */
  get changes(): number {
    return adding.ended + downloads.ended;
  }
}

async function keptOf(models: readonly AnswerModel[]): Promise<Record<string, number>> {
  const kept = await Promise.all(
    models.map(async (model) => {
      if (model.kind === 'gguf') return [model.id, await keptBytes(model).catch(() => 0)] as const;
      return [model.id, model.kind === 'mlc' ? await mlcKeptBytes(model) : 0] as const;
    }),
  );
  return Object.fromEntries(kept);
}

async function leftoversOf(
  models: readonly AnswerModel[],
  pending: readonly PendingFile[],
): Promise<Leftovers> {
  // What arrives at this moment belongs to a model that is not on the list yet.
  if (adding.transfer.isRunning) return { parts: [], bytes: 0 };
  const files: KnownFile[] = models.filter(
    (model): model is CatalogueModel => model.kind === 'gguf',
  );
  const claimed = pending.flatMap(({ parts }) => parts);
  const strays = await strayParts([...files, embeddingModel], claimed).catch(() => []);
  return {
    parts: strays.map(({ sha256 }) => sha256),
    bytes: strays.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

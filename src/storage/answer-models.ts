import * as v from 'valibot';
import type { AnswerModel } from '../engines/answer-model';
import type { CrossroadsDb } from './db';
import { live, type Live } from './live';

const count = v.pipe(v.number(), v.minValue(0), v.finite());
const whole = v.pipe(count, v.integer());
const line = v.pipe(v.string(), v.maxLength(500));
const id = v.pipe(v.string(), v.minLength(1), v.maxLength(300));
const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const address = v.pipe(v.string(), v.url(), v.maxLength(2000));
const sampling = v.object({ temperature: count, topP: count, topK: whole });

/** The reader's own file; what comes with the page is never kept here, so its sources are none or its address. */
const ggufModel = v.object({
  kind: v.literal('gguf'),
  id,
  title: line,
  file: line,
  bytes: whole,
  sha256,
  parts: v.array(sha256),
  sources: v.array(v.object({ kind: v.literal('publisher'), address })),
  quantization: line,
  parameters: count,
  family: line,
  licence: line,
  publisher: line,
  sampling,
  context: v.object({ start: whole, most: whole }),
  note: line,
});

const mlcModel = v.object({
  kind: v.literal('mlc'),
  id,
  title: line,
  family: line,
  parameters: count,
  quantization: line,
  f16: v.boolean(),
  licence: line,
  publisher: line,
  address,
  library: address,
  bytes: count,
  memory: count,
  context: whole,
  sampling,
  thinks: v.boolean(),
  note: line,
});

/** Members that are not named here, a key above all, are left behind on the way in and on the way out. */
const endpointModel = v.object({
  kind: v.literal('endpoint'),
  id,
  title: line,
  address,
  model: line,
  concurrency: v.pipe(whole, v.minValue(1)),
  prices: v.nullable(
    v.object({ prompt: count, cached: v.exactOptional(count), completion: count }),
  ),
  limit: v.nullable(count),
});

const modelSchema: v.GenericSchema<unknown, AnswerModel> = v.variant('kind', [
  ggufModel,
  mlcModel,
  endpointModel,
]);

/** A file at an address that has not arrived whole, and how far it came. */
export interface PendingFile {
  readonly address: string;
  readonly name: string;
  readonly bytes: number;
  /** Changes with the file at its address. */
  readonly mark: string;
  /** SHA-256 of the parts that are kept, in order. */
  readonly parts: readonly string[];
}
const pendingSchema = v.object({
  address,
  name: line,
  bytes: whole,
  mark: line,
  parts: v.array(sha256),
});

/** Before the id of a model, or an address, in the table of settings, which has a row for each. */
const KEY = 'model:';
const PENDING_KEY = 'pending-model:';

/**
 * The models that a reader added: own GGUF files, MLC models by address, servers. No key of a server is ever kept.
 * Every method rejects with a Problem `storage-failed` or `disk-full`.
 */
export class AnswerModelRepository {
  constructor(private readonly db: CrossroadsDb) {}

  /** By title. What this version does not understand is left where it is and out of the list. */
  list(): Promise<AnswerModel[]> {
    return this.db.attempt({ doing: 'read your models' }, async () => {
      const models = await this.#rows(KEY, modelSchema);
      return models.sort((a, b) => a.title.localeCompare(b.title));
    });
  }

  /** Keeps a model, in place of one with the same id. @throws ValiError where it is no such model */
  async put(model: AnswerModel): Promise<void> {
    const value = v.parse(modelSchema, model);
    await this.db.attempt({ doing: 'keep this model' }, () =>
      this.db.settings.put({ key: KEY + model.id, value }),
    );
  }

  /** Forgets a model; its file is another matter (`forgetModel`). */
  async remove(id: string): Promise<void> {
    await this.db.attempt({ doing: 'remove this model' }, () => this.db.settings.delete(KEY + id));
  }

  /** The list, again after every change in any tab. */
  watch(): Live<AnswerModel[]> {
    return live(this.db, () => this.list());
  }

  /** The files that are not whole yet. */
  pending(): Promise<PendingFile[]> {
    return this.db.attempt({ doing: 'read what is under way' }, () =>
      this.#rows(PENDING_KEY, pendingSchema),
    );
  }

  /** Notes how far a file came. */
  async putPending(file: PendingFile): Promise<void> {
    const value = v.parse(pendingSchema, file);
    await this.db.attempt({ doing: 'note how far the file came' }, () =>
      this.db.settings.put({ key: PENDING_KEY + file.address, value }),
    );
  }

  /** Forgets a file that is whole or no longer wanted; its parts are another matter. */
  async removePending(address: string): Promise<void> {
    await this.db.attempt({ doing: 'forget this file' }, () =>
      this.db.settings.delete(PENDING_KEY + address),
    );
  }

  async #rows<T>(before: string, schema: v.GenericSchema<unknown, T>): Promise<T[]> {
    const rows = await this.db.settings.where('key').startsWith(before).toArray();
    return rows.flatMap(({ value }) => {
      const found = v.safeParse(schema, value);
      return found.success ? [found.output] : [];
    });
  }
}

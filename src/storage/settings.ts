import * as v from 'valibot';
import type { CrossroadsDb } from './db';
import { live, type Live } from './live';

const milliseconds = v.pipe(v.number(), v.minValue(0), v.finite());
const rate = v.object({ perCharacter: milliseconds, perTrial: milliseconds });

/**
 * What the page remembers of a reader's choices. Every one has a default, which also stands in for a stored value
 * that this version does not understand. Nothing secret is ever kept here.
 */
const schemas = {
  theme: v.fallback(v.picklist(['system', 'light', 'dark']), 'system'),
  language: v.fallback(v.pipe(v.string(), v.regex(/^[a-z]{2,3}(-[A-Za-z0-9]+)*$/)), 'en'),
  /** Order of the list of runs. */
  sort: v.fallback(v.picklist(['newest', 'oldest', 'name']), 'newest'),
  /** Whether tables count the samples whose answer mass is under one half. */
  flagged: v.fallback(v.picklist(['with', 'without']), 'with'),
  /** Id of the model chosen last. */
  model: v.fallback(v.pipe(v.string(), v.maxLength(300)), ''),
  /** Where GGUF files run: on the processor, or on the graphics card by WebGPU. */
  processor: v.fallback(v.picklist(['cpu', 'gpu']), 'cpu'),
  /** Address of the server used last, without any key. */
  endpoint: v.fallback(v.pipe(v.string(), v.maxLength(2000)), ''),
  /** Milliseconds a new character of a prompt and a trial, as last measured, by model and answer mode. */
  rates: v.fallback(v.record(v.string(), rate), {}),
  /** What is being put together in the lab, as the lab writes and reads it; empty where nothing is. */
  draft: v.fallback(v.pipe(v.string(), v.maxLength(2_000_000)), ''),
};
const settingsSchema = v.object(schemas);
export type Settings = v.InferOutput<typeof settingsSchema>;

/** The choices of a reader who has made none. */
export const DEFAULT_SETTINGS: Settings = settingsFrom([]);

/** Reads and writes the reader's choices. Every method rejects with a Problem `storage-failed` or `disk-full`. */
export class SettingsRepository {
  constructor(private readonly db: CrossroadsDb) {}

  /** All choices, defaults filled in. */
  all(): Promise<Settings> {
    return this.db.attempt({ doing: 'read your settings' }, async () =>
      settingsFrom(await this.db.settings.toArray()),
    );
  }

  async set<K extends keyof Settings>(key: K, value: Settings[K]): Promise<void> {
    await this.db.attempt({ doing: 'keep this setting' }, () =>
      this.db.settings.put({ key, value }),
    );
  }

  /** All choices, again after every change in any tab. */
  watch(): Live<Settings> {
    return live(this.db, () => this.all());
  }
}

function settingsFrom(rows: readonly { key: string; value: unknown }[]): Settings {
  const stored = new Map(rows.map(({ key, value }) => [key, value]));
  const keys = Object.keys(schemas);
  return v.parse(settingsSchema, Object.fromEntries(keys.map((key) => [key, stored.get(key)])));
}

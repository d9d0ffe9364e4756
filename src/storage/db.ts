import Dexie, { type Table } from 'dexie';
import type { Novel } from '../core/novel';
import type { Artifact, Manifest, Sample, Status } from '../core/run';
import { OWN_BOOK } from '../core/novel';
import type { Decision } from '../decision/dataset';
import type { Entity } from '../decision/rows-schema';
import { ownBook, type OwnBook } from './own-books';
import { blockedProblem, newerProblem, storageProblem, type Stakes } from './problems';

/**
 * Version of the database and of the rows in it. A later version adds a `version(n).stores(...)` line below, keeps the
 * older ones, and reads rows of an older `shape` through the core's schemas (run-rows.ts).
 */
export const DB_VERSION = 3;
/** The latest version that changed a run's rows; versions 2 and 3 added tables. */
export const ROW_SHAPE = 1;

/** Number of samples by status. */
export type RunCounts = Readonly<Record<Status, number>>;

/** A run without its samples, so that a list of runs never reads them. */
export interface RunRow {
  readonly runId: string;
  /** The manifest's, as UTC with milliseconds, so that its text sorts by time. */
  readonly startedAt: string;
  /** ISO 8601, when a sample was last written. */
  readonly updatedAt: string;
  /** ISO 8601, empty while the run is not deleted. */
  readonly deletedAt: string;
  /** Run here, or read from a file. */
  readonly origin: Origin;
  readonly manifest: Manifest;
  readonly counts: RunCounts;
  /** Place in the order of arrival that the next sample gets, from 1. */
  readonly next: number;
  /** How many arrivals at the end are not packed yet. */
  readonly loose: number;
  /** Content hash of a run as imported; empty once it has gone on, or where it was made here. */
  readonly hash: string;
  /** ROW_SHAPE of the code that wrote this run's rows. */
  readonly shape: number;
}
export type Origin = 'here' | 'file';

/**
 * Samples that arrived one after another. A browser reads 80 rows of 250 samples five times faster than 20,000 rows
 * of one, so what a run has written sample by sample is packed as it grows (sample-blocks.ts).
 */
export interface SampleRow {
  readonly runId: string;
  /** Place of the last one in the order of arrival, from 1. */
  readonly n: number;
  /** In order of arrival; null where one was written again and so moved to the end. */
  readonly samples: readonly (Sample | null)[];
}

export interface ArtifactRow {
  readonly runId: string;
  readonly id: string;
  readonly n: number;
  readonly artifact: Artifact;
}

export interface SettingRow {
  readonly key: string;
  readonly value: unknown;
}

/** A novel of the shelf that was loaded or added here. */
export interface NovelRow {
  readonly id: string;
  readonly novel: Novel;
  /** ISO 8601. */
  readonly addedAt: string;
  /** From the catalogue, or the reader's own file with its name. */
  readonly source: { readonly kind: 'catalogue' } | { readonly kind: 'own'; readonly file: string };
}

/** A novel's vectors as one buffer: rows of one were six times slower to read. */
export interface VectorRow {
  /** Names the text, the model and the chunking that the vectors are bound to. */
  readonly key: string;
  readonly novel: string;
  readonly bytes: ArrayBuffer;
}

/** An artifact that any run may use again, such as a model's description of a character. */
export interface KeptArtifactRow {
  readonly id: string;
  readonly artifact: Artifact;
  readonly keptAt: string;
}

/** A novel's decisions that the reader added. */
export interface OwnDecisionsRow {
  readonly novel: string;
  readonly title: string;
  readonly author: string;
  readonly decisions: readonly Decision[];
  readonly entities: readonly Entity[];
}

/** Stand-ins for the browser's IndexedDB, for tests. */
export interface IndexedDbParts {
  readonly indexedDB: IDBFactory;
  readonly IDBKeyRange: typeof IDBKeyRange;
}

/** The one database of the page. Everything goes through `attempt` or `write`, which open it when needed. */
export class CrossroadsDb extends Dexie {
  readonly runs!: Table<RunRow, string>;
  readonly samples!: Table<SampleRow, [string, number]>;
  readonly artifacts!: Table<ArtifactRow, [string, string]>;
  readonly settings!: Table<SettingRow, string>;
  readonly novels!: Table<NovelRow, string>;
  readonly vectors!: Table<VectorRow, string>;
  readonly keptArtifacts!: Table<KeptArtifactRow, string>;
  readonly ownBooks!: Table<OwnBook, string>;
  readonly ownDecisions!: Table<OwnDecisionsRow, string>;

  /** Resolves when another tab turns out to hold an older version. */
  private readonly blocked: Promise<void>;
  /** Kept while under way: a second request would wait behind a blocked one without being told. */
  private opening: Promise<void> | undefined;

  constructor(
    name = 'crossroads',
    private readonly parts?: IndexedDbParts,
  ) {
    // Strict: a put counts as done once it is on the disk, not in the system's memory.
    // No cache: it would show a write before its transaction is through, and hold 20,000 samples twice.
    super(name, {
      ...parts,
      autoOpen: false,
      chromeTransactionDurability: 'strict',
      cache: 'disabled',
    });
    this.version(1).stores({
      runs: 'runId, startedAt',
      samples: '[runId+n]',
      artifacts: '[runId+id], [runId+n]',
      settings: 'key',
    });
    this.version(2).stores({ novels: 'id', vectors: 'key, novel', keptArtifacts: 'id' });
    this.version(3)
      .stores({ ownBooks: 'id', ownDecisions: 'novel' })
      .upgrade(async (transaction) => {
        const novels = transaction.table<NovelRow, string>('novels');
        for (const id of await novels.where('id').startsWith(OWN_BOOK).primaryKeys()) {
          const row = await novels.get(id);
          if (row !== undefined) await transaction.table('ownBooks').put(ownBook(row));
        }
      });
    this.blocked = new Promise((resolve) => {
      this.on('blocked', () => resolve());
    });
  }

  /**
   * Opens the database.
   * @param grace milliseconds another tab gets to let go of an older version
   * @throws Problem `busy` (another tab), `storage-failed` (private window, newer database, broken storage)
   */
  async start(grace = 2000): Promise<void> {
    if (this.isOpen()) return;
    this.opening ??= this.openChecked().finally(() => {
      this.opening = undefined;
    });
    const givesUp = this.blocked
      .then(() => pause(grace))
      .then(() => Promise.reject(blockedProblem()));
    try {
      await Promise.race([this.opening, givesUp]);
    } catch (error) {
      throw storageProblem(error, { doing: 'open the stored runs', kept: 'They are untouched.' });
    }
  }

  private async openChecked(): Promise<void> {
    const factory = this.parts === undefined ? Dexie.dependencies.indexedDB : this.parts.indexedDB;
    const stored = await storedVersion(factory, this.name);
    // Dexie would open a database of a later version, and mend it to the shape it knows.
    if (Math.floor(stored / 10) > this.verno) throw newerProblem();
    await this.open();
  }

  /** Runs a piece of work on the open database; every failure becomes a Problem. */
  async attempt<T>(stakes: Stakes, work: () => PromiseLike<T>): Promise<T> {
    try {
      if (!this.isOpen()) await this.start();
      return await work();
    } catch (error) {
      throw storageProblem(error, stakes);
    }
  }

  /** Runs a piece of work as one transaction: all of it is on the disk when this resolves, or nothing of it. */
  write<T>(stakes: Stakes, tables: readonly Table[], work: () => Promise<T>): Promise<T> {
    return this.attempt(stakes, async () => {
      let native: IDBTransaction | undefined;
      try {
        return await this.transaction('rw', [...tables], async (transaction) => {
          native = transaction.idbtrans as IDBTransaction;
          return work();
        });
      } catch (error) {
        // A request pending when the disk is full fails with a bare AbortError; only the transaction knows why.
        throw native?.error?.name === 'QuotaExceededError' ? native.error : error;
      }
    });
  }
}

/** The version of the database as the browser counts (ten times Dexie's), 0 where there is none. */
function storedVersion(factory: IDBFactory | undefined, name: string): Promise<number> {
  if (factory === undefined) return Promise.resolve(0);
  return new Promise((resolve, reject) => {
    const request = factory.open(name);
    request.onupgradeneeded = () => {
      // There was none: leave none behind.
      request.onerror = (event) => {
        event.preventDefault();
        resolve(0);
      };
      request.transaction?.abort();
    };
    request.onsuccess = () => {
      const { version } = request.result;
      request.result.close();
      resolve(version);
    };
    request.onerror = () => reject(request.error ?? new Error('could not be opened'));
  });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

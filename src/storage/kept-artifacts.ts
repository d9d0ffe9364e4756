import * as v from 'valibot';
import { artifactSchema, type Artifact } from '../core/run';
import type { CrossroadsDb } from './db';

/**
 * What any run may use again: a model's description of a character takes minutes to an hour to make, and is the same
 * for every study that asks the same model about the same text.
 */
export class KeptArtifacts {
  constructor(
    private readonly db: CrossroadsDb,
    private readonly now: () => string = () => new Date().toISOString(),
  ) {}

  /** The artifact of this id; undefined where there is none, or where another version's cannot be read. */
  async get(id: string): Promise<Artifact | undefined> {
    const stakes = { doing: 'look for what was made before', kept: 'It stays as it is.' };
    const row = await this.db.attempt(stakes, () => this.db.keptArtifacts.get(id));
    const read = v.safeParse(artifactSchema, row?.artifact);
    return read.success ? read.output : undefined;
  }

  async put(artifact: Artifact): Promise<void> {
    const stakes = { doing: 'keep what was made for other runs', kept: 'This run has it.' };
    await this.db.write(stakes, [this.db.keptArtifacts], () =>
      this.db.keptArtifacts.put({ id: artifact.id, artifact, keptAt: this.now() }),
    );
  }
}

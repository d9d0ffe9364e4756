import { asProblem, Problem } from '../../core/errors';
import type { MlcModel } from '../../engines/answer-model';

/** What is asked of WebLLM's catalogue; its code comes when models are looked at, and never with the first page. */
interface MlcCatalogue {
  readonly mlcCatalogue: readonly MlcModel[];
  /** Whether a model is kept whole, or the bytes of it that are. */
  readonly mlcKept: (model: MlcModel) => Promise<boolean | number>;
  readonly forgetMlc: (model: MlcModel | string) => Promise<void>;
  /** @throws Problem where the address is none of a model */
  readonly readMlcModel: (
    address: string,
    library: string,
    signal?: AbortSignal,
  ) => Promise<MlcModel>;
}

/** Found by its file, so that a build without WebLLM lists no such models instead of failing. */
const found = import.meta.glob<MlcCatalogue>('../../engines/mlc-catalogue.ts');

async function catalogue(): Promise<MlcCatalogue | null> {
  const [load] = Object.values(found);
  return load === undefined ? null : await load();
}

/** The models that WebLLM brings, both precisions of each. */
export async function mlcModels(): Promise<readonly MlcModel[]> {
  return (await catalogue())?.mlcCatalogue ?? [];
}

/** Bytes of a model that are kept here, about; 0 where it is not here or nobody can say. Never rejects. */
export async function mlcKeptBytes(model: MlcModel): Promise<number> {
  try {
    const kept = (await (await catalogue())?.mlcKept(model)) ?? 0;
    return typeof kept === 'number' ? kept : kept ? Math.max(model.bytes, 1) : 0;
  } catch {
    // Without storage nothing is kept.
    return 0;
  }
}

/** Removes what is kept of a model. @throws Problem `storage-failed` */
export async function forgetMlcModel(model: MlcModel | string): Promise<void> {
  try {
    await (await catalogue())?.forgetMlc(model);
  } catch (error) {
    throw asProblem(error);
  }
}

/**
 * Reads a model that lies at an address.
 * @throws Problem `bad-link`, `bad-file`, `download-failed`, `not-supported`
 */
export async function mlcModelAt(
  address: string,
  library: string,
  signal?: AbortSignal,
): Promise<MlcModel> {
  const known = await catalogue();
  if (known === null) {
    throw new Problem('not-supported', { what: 'This build of the page has no WebLLM in it.' });
  }
  return await known.readMlcModel(address, library, signal);
}

import type { MlcModel } from '../../engines/answer-model';

/** WebLLM's catalogue comes when models are looked at, and never with the first page; WebLLM itself is not in it. */
const catalogue = () => import('../../engines/mlc-catalogue');

/** The models that WebLLM brings, all precisions of each. */
export async function mlcModels(): Promise<readonly MlcModel[]> {
  return (await catalogue()).mlcCatalogue;
}

/** Bytes of a model that are kept here: its size, which is known about only, where all of it is. Never rejects. */
export async function mlcKeptBytes(model: MlcModel): Promise<number> {
  try {
    const kept = await (await catalogue()).mlcKept(model);
    return typeof kept === 'number' ? kept : kept ? Math.max(model.bytes, 1) : 0;
  } catch {
    // Without storage nothing is kept.
    return 0;
  }
}

/** Removes what is kept of a model. */
export async function forgetMlcModel(model: MlcModel): Promise<void> {
  await (await catalogue()).forgetMlc(model);
}

/**
 * Reads a model that lies at an address.
 * @throws Problem `bad-link`, `bad-file`, `model-missing`, `download-failed`, `not-supported`, `aborted`
 */
export async function mlcModelAt(
  address: string,
  library: string,
  signal?: AbortSignal,
): Promise<MlcModel> {
  return await (await catalogue()).readMlcModel(address, library, signal);
}

/** A part of the storage, and its share of what the browser grants (0 to 1). */
export interface StorageShare {
  readonly bytes: number;
  readonly share: number;
}

/**
 * What models, everything else and free room take of the storage that is granted; the shares add to 1. Browsers round
 * what they tell and pad what they keep, so models are never more than what is used, and nothing is less than nought.
 * @param kept bytes of models that are kept
 */
export function storageShares(
  { used, quota }: { readonly used: number; readonly quota: number },
  kept: number,
): { readonly models: StorageShare; readonly other: StorageShare; readonly left: StorageShare } {
  const total = Math.max(quota, used, 1);
  const models = Math.min(kept, used);
  const of = (bytes: number): StorageShare => ({ bytes, share: bytes / total });
  return { models: of(models), other: of(used - models), left: of(total - used) };
}

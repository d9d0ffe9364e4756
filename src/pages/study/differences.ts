import type { Manifest } from '../../core/run';
import type { Claims } from '../../exchange/link';

/** In what a run may differ from the one that a link's values come from. The settings are the link's own. */
export type Difference = 'model' | 'data';

/**
 * What a run does not share with the sender's. A link holds the first 16 digits of each hash; one that it does not
 * know is never the same.
 */
export function differences(
  { sha256, dataHash }: Pick<Claims, 'sha256' | 'dataHash'>,
  manifest: Pick<Manifest, 'models' | 'dataHash'>,
): Difference[] {
  const found: Difference[] = [];
  if (sha256 === '' || !manifest.models.answer.sha256.startsWith(sha256)) found.push('model');
  if (dataHash === '' || !manifest.dataHash.startsWith(dataHash)) found.push('data');
  return found;
}

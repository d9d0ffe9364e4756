import { claimId, type FoundCell } from '../../analysis/claimed';
import type { Row } from '../../analysis/row';
import { tableOf } from '../../analysis/table';
import type { Manifest } from '../../core/run';
import type { Claims } from '../../exchange/link';

/**
 * The cells of a run as a link claims them and a rerun is held against them: a trait under a condition, expected r
 * where the answers are probabilities and r where they were written.
 */
export function foundCells(
  rows: readonly Row[],
  { study }: Pick<Manifest, 'study'>,
): readonly FoundCell[] {
  const measure = claimedMeasure({ study }) === 'expected' ? 'expected' : 'r';
  const { cells } = tableOf(rows, { measure, by: 'scale', unparsed: study.unparsed });
  return cells.map((cell) => ({ id: claimId(cell), n: cell.n, value: cell.value }));
}

/** What the values of a run's link are. */
export function claimedMeasure({ study }: Pick<Manifest, 'study'>): Claims['measure'] {
  return study.answer === 'probability' ? 'expected' : 'count';
}

/** What a link to the study of a run can claim; null while there is nothing to claim. */
export function claimsOf(rows: readonly Row[], manifest: Manifest): Claims | null {
  const cells = foundCells(rows, manifest).flatMap(({ id, n, value }) =>
    value === null ? [] : [{ id, n, value }],
  );
  if (cells.length === 0) return null;
  const { id, sha256 } = manifest.models.answer;
  return {
    model: id,
    // Another engine rounds too differently for a rerun of the same file to be held against it (docs/engines.md).
    sha256: manifest.engine === 'wllama' ? sha256 : '',
    dataHash: manifest.dataHash,
    measure: claimedMeasure(manifest),
    cells,
  };
}

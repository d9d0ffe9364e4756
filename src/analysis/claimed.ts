/** A cell as a share link claims it (design section 4): id, items, value in points to 0.1. */
export interface ClaimedCell {
  readonly id: string;
  readonly n: number;
  readonly value: number;
}

/** The id of a table's cell in a link: its trait, behaviour or `all`, and its condition. */
export function claimId(cell: { readonly group: string; readonly condition: string }): string {
  return `${cell.group}/${cell.condition}`;
}

/** What was found here under the same id; null where nothing was answered. */
export interface FoundCell {
  readonly id: string;
  readonly n: number;
  readonly value: number | null;
}

export interface CheckedCell extends ClaimedCell {
  readonly found: number | null;
  /** `missing`: not run or not answered here; `other-n`: over another number of items. */
  readonly verdict: 'agrees' | 'differs' | 'other-n' | 'missing';
}

export interface ClaimedAgreement {
  readonly verdict: 'agrees' | 'differs' | 'incomplete';
  readonly cells: readonly CheckedCell[];
}

/** A claimed value was rounded to 0.1. */
const ROUNDED = 0.05 + 1e-9;

/**
 * A link's cells against those found here: each within 1 point (`expected`) or one item (`count`: r, accuracy), that
 * is 100 / n points, beyond what rounding to 0.1 may hide. It says nothing about model, data and settings: check
 * these first (`differingGrounds`). A link without cells claims nothing and is incomplete.
 */
export function claimedAgreement(
  claimed: readonly ClaimedCell[],
  found: readonly FoundCell[],
  measure: 'expected' | 'count',
): ClaimedAgreement {
  const byId = new Map(found.map((cell) => [cell.id, cell]));
  const cells = claimed.map((cell): CheckedCell => {
    const own = byId.get(cell.id);
    if (own === undefined || own.value === null)
      return { ...cell, found: null, verdict: 'missing' };
    const allowed = (measure === 'expected' ? 1 : 100 / cell.n) + ROUNDED;
    const near = Math.abs(own.value - cell.value) <= allowed;
    const verdict = own.n !== cell.n ? 'other-n' : near ? 'agrees' : 'differs';
    return { ...cell, found: own.value, verdict };
  });
  const some = (verdict: CheckedCell['verdict']) => cells.some((cell) => cell.verdict === verdict);
  return {
    verdict: some('differs')
      ? 'differs'
      : cells.length === 0 || some('missing') || some('other-n')
        ? 'incomplete'
        : 'agrees',
    cells,
  };
}

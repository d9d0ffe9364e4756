import type { ProfilePart } from '../../core/profile';

export type BudgetKind = ProfilePart['kind'] | 'left';

/** A piece of the budget's bar. */
export interface BudgetBlock {
  readonly kind: BudgetKind;
  readonly tokens: number;
  readonly cut: boolean;
}

export interface BudgetBar {
  /** In the order in which the model reads them, what is left over last. */
  readonly blocks: readonly BudgetBlock[];
  /** The blocks of one kind together. */
  readonly sums: readonly BudgetBlock[];
  readonly used: number;
  /** What the bar's whole length stands for, in tokens. */
  readonly whole: number;
}

/**
 * The budget's bar of a profile.
 * @param budget null where the method fills the context instead
 */
export function budgetBlocks(
  parts: readonly Pick<ProfilePart, 'kind' | 'tokens' | 'cut'>[],
  budget: number | null,
): BudgetBar {
  const blocks: BudgetBlock[] = parts
    .filter(({ tokens }) => tokens > 0)
    .map(({ kind, tokens, cut }) => ({ kind, tokens, cut }));
  const used = blocks.reduce((sum, { tokens }) => sum + tokens, 0);
  const left = Math.max(0, (budget ?? used) - used);
  if (used > 0 && left > 0) blocks.push({ kind: 'left', tokens: left, cut: false });
  const kinds = [...new Set(blocks.map(({ kind }) => kind))];
  const sums = kinds.map((kind): BudgetBlock => {
    const own = blocks.filter((block) => block.kind === kind);
    return {
      kind,
      tokens: own.reduce((sum, { tokens }) => sum + tokens, 0),
      cut: own.some(({ cut }) => cut),
    };
  });
  return { blocks, sums, used, whole: used + left };
}

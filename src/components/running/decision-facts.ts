import type { Condition } from '../../core/plan';
import { PROFILE_DEFAULTS, type Study } from '../../core/study';
import type { SuiteItem } from '../../core/suite';
import type { DecisionDataset } from '../../decision/dataset';
import { recipeOf, settingsOf } from '../../decision/recipe';
import { en } from '../../text/en';
import { decisionFacts as text } from '../../text/en-decision-facts';
import { formatShare } from '../../text/format';

/** A line of what a study of decisions asks. */
export interface DecisionFact {
  readonly name: string;
  readonly value: string;
}

type Novels = Pick<DecisionDataset, 'byId' | 'novels'>;
type Item = Pick<SuiteItem, 'id' | 'cluster'>;

/** How many decisions of each novel, by title, in the order in which they are asked. */
function decisionsByTitle(
  items: readonly Item[],
  { byId, novels }: Novels,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { id, cluster } of items) {
    const novel = byId.get(id)?.novel ?? cluster;
    const title = novels.get(novel)?.title ?? novel;
    counts.set(title, (counts.get(title) ?? 0) + 1);
  }
  return counts;
}

/** What is asked: how many decisions of how many novels. */
export function decisionsText(items: readonly Item[], dataset: Novels): string {
  return text.decisions(items.length, decisionsByTitle(items, dataset).size);
}

/** The novels by title, each with the number of its decisions. */
export function novelsFact(items: readonly Item[], dataset: Novels): DecisionFact {
  const titles = [...decisionsByTitle(items, dataset)];
  return {
    name: text.names.novels,
    value: titles.map(([title, count]) => text.novel(title, count)).join('; '),
  };
}

/** How profiles are built, how much of the text they draw on, how answers count, and what is rated besides. */
export function profileFacts(study: Study, conditions: readonly Condition[]): DecisionFact[] {
  const settings = settingsOf(study);
  const { k1, b, charmap, chunkTokens, overlapTokens, share } = settings;
  const { names } = text;
  const words = en.lab.methods;
  const recipes = conditions.map(({ method }) => recipeOf(method));
  const budgets = new Set(conditions.map(({ budget }) => budget ?? settings.budget));
  const sections = [...new Set(conditions.map(({ section }) => section))].sort((x, y) => x - y);
  const isUsual = k1 === PROFILE_DEFAULTS.k1 && b === PROFILE_DEFAULTS.b;
  const sharing = recipes.some(
    ({ description, memories }) => description !== null && memories !== null,
  );
  const reviews = (study.reviews ?? []).map((review) => words.review[review]);
  return [
    {
      name: names.budget,
      value: text.budgets(budgets.size === 0 ? [settings.budget] : [...budgets]),
    },
    { name: names.chunk, value: text.chunk(chunkTokens, overlapTokens) },
    ...(isUsual ? [] : [{ name: names.bm25, value: text.bm25(k1, b) }]),
    ...(recipes.some(({ memories }) => memories === 'charmap')
      ? [{ name: names.charmap, value: words.searches[charmap] }]
      : []),
    ...(sharing ? [{ name: names.share, value: text.share(share) }] : []),
    {
      name: names.sections,
      value: sections.every((section) => section === 5)
        ? text.allText
        : text.sections(sections.map((section) => formatShare(section / 5))),
    },
    { name: names.reading, value: words.readings[study.reading ?? 'documented'] },
    { name: names.unparsed, value: text.unparsed },
    { name: names.reviews, value: reviews.length === 0 ? text.noReviews : reviews.join('; ') },
  ];
}

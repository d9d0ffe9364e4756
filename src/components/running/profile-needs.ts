import { isOwnBook } from '../../core/novel';
import type { DecisionDataset } from '../../decision/dataset';
import { needsNovel, recipeOf, settingsOf } from '../../decision/recipe';
import { embeddingModel } from '../../engines/embedder-model';
import { keptBytes } from '../../engines/model-files';
import { shelf } from '../../exchange/shelf-here';
import type { PreparedPlan } from '../../experiment/plan';
import { loadDecisions } from '../../experiment/registry';
import { methodNeeds } from './method-needs';

/** What the profiles of a study of decisions take beside the model that answers. */
export interface ProfileNeeds {
  /** Novels that are read, and how many of them are on this device. */
  readonly novels: number;
  readonly here: number;
  /** Titles of those that are fetched while the study runs. */
  readonly fetched: readonly string[];
  /** Titles of a reader's own books that are on another device: nothing can fetch them. */
  readonly absent: readonly string[];
  /** Bytes of the embedding model still to be loaded; null where nothing is searched by meaning. */
  readonly embedding: number | null;
  /** Descriptions that a model writes. */
  readonly described: number;
  /** Decisions for which CharMap locates episodes. */
  readonly located: number;
  readonly reviewed: boolean;
}

/** What finding that out needs of its surroundings; tests bring their own. */
export interface NeedsAround {
  readonly dataset: () => Promise<Pick<DecisionDataset, 'byId' | 'novels'>>;
  readonly isHere: (novel: string) => Promise<boolean>;
  /** Bytes of the embedding model that this device keeps. */
  readonly embedderKept: () => Promise<number>;
}

const here: NeedsAround = {
  dataset: loadDecisions,
  isHere: (novel) => shelf.isHere(novel),
  embedderKept: () => keptBytes(embeddingModel),
};

/**
 * What a study of decisions takes for its profiles. What the storage cannot tell counts as not here.
 * @throws Problem where the data cannot be loaded
 */
export async function profileNeeds(
  plan: Pick<PreparedPlan, 'study' | 'conditions' | 'items'>,
  around: NeedsAround = here,
): Promise<ProfileNeeds> {
  const { study, conditions, items } = plan;
  const recipes = [...new Set(conditions.map(({ method }) => method))];
  const needs = new Set(recipes.flatMap((method) => methodNeeds(method, settingsOf(study))));
  const sources = new Set(
    recipes.map((method) => recipeOf(method).description).filter((one) => one !== null),
  );
  sources.delete('curated');
  const readsText =
    recipes.some((method) => needsNovel(recipeOf(method))) ||
    conditions.some(({ section }) => section !== 5);
  const { byId, novels: known } = await around.dataset();
  const novels = readsText
    ? [...new Set(items.map(({ id, cluster }) => byId.get(id)?.novel ?? cluster))]
    : [];
  const found = await Promise.all(novels.map((id) => around.isHere(id).catch(() => false)));
  const missing = novels.filter((_, index) => !found[index]);
  const titles = (ids: readonly string[]): string[] => ids.map((id) => known.get(id)?.title ?? id);
  return {
    novels: novels.length,
    here: novels.length - missing.length,
    fetched: titles(missing.filter((id) => !isOwnBook(id))),
    absent: titles(missing.filter(isOwnBook)),
    embedding: needs.has('embedding')
      ? embeddingModel.bytes - (await around.embedderKept().catch(() => 0))
      : null,
    described: sources.size * items.length,
    located: needs.has('locate') ? items.length : 0,
    reviewed: (study.reviews ?? []).length > 0,
  };
}

import * as v from 'valibot';
import { Problem } from '../../core/errors';
import { catalogue, findModel, type CatalogueModel } from '../../engines/catalogue';
import { isOffered, keptBytes } from '../../engines/model-files';

/** A model that can be run here, and what it takes to get it. */
export interface ChosenModel {
  readonly model: CatalogueModel;
  /** Bytes still to be downloaded; 0 where all is kept on this device. */
  readonly download: number;
  /** The model asked for, where another one stands in for it: another file, so it counts as another model. */
  readonly insteadOf: CatalogueModel | null;
  /** Why the model asked for cannot be had, in the site's own words; empty where it can, or where it says nothing. */
  readonly missing: string;
}

/** The name under which studies ask for the model that comes with the page. */
export const EMBEDDED = 'embedded';

/** What choosing needs of its surroundings; tests bring their own. */
export interface Surroundings {
  readonly kept: (model: CatalogueModel) => Promise<number>;
  readonly offered: (model: CatalogueModel) => Promise<boolean>;
  /** The site's own sentence on the models it lacks, empty where it says nothing. */
  readonly missing: () => Promise<string>;
}

/**
 * The model for a name in a study. Kept models come first, so that this works offline.
 * @throws Problem `model-missing` where the page does not know it, or neither site nor publisher has it
 */
export async function chooseModel(
  named: string,
  around: Surroundings = surroundings(),
): Promise<ChosenModel> {
  const wanted = named === EMBEDDED ? catalogue[0] : findModel(named);
  if (wanted === undefined) throw unknownModel(named);
  const standIn = wanted.otherwise === undefined ? undefined : findModel(wanted.otherwise);
  const candidates = standIn === undefined || named !== EMBEDDED ? [wanted] : [wanted, standIn];
  const kept = await Promise.all(candidates.map((model) => around.kept(model)));
  const chosen = async (model: CatalogueModel, bytes: number): Promise<ChosenModel> => ({
    model,
    download: Math.max(0, model.bytes - bytes),
    insteadOf: model === wanted ? null : wanted,
    missing: model === wanted ? '' : await around.missing(),
  });
  if (kept[0] === wanted.bytes) return await chosen(wanted, wanted.bytes);
  for (const [index, model] of candidates.entries()) {
    const bytes = kept[index] ?? 0;
    if (bytes === model.bytes || (await around.offered(model))) return await chosen(model, bytes);
  }
  throw new Problem('model-missing', {
    what: (await around.missing()) || `This site does not hold the model ${wanted.title}.`,
    kept: 'The recorded runs and everything you have stored can be read without it.',
    next: 'On your own machine, `npm start` fetches it once, with a network.',
  });
}

function unknownModel(named: string): Problem {
  return new Problem('model-missing', {
    what: `The study asks for the model "${named}", which cannot be run on this page.`,
    kept: 'Nothing was changed.',
    next: 'Run it with the embedded model instead; that counts as another model.',
  });
}

const indexSchema = v.object({ missing: v.optional(v.string(), '') });

/** What the site says about models that it lacks; empty where it lacks none or says nothing. */
export async function siteSaysMissing(): Promise<string> {
  try {
    const response = await fetch(new URL('models/index.json', document.baseURI));
    if (!response.ok) return '';
    const index = v.safeParse(indexSchema, await response.json());
    return index.success ? index.output.missing : '';
  } catch {
    // Offline, or a host that answers with something else: there is nothing to tell.
    return '';
  }
}

function surroundings(): Surroundings {
  return {
    // A browser without storage keeps nothing, which is an answer here.
    kept: (model) => keptBytes(model).catch(() => 0),
    offered: (model) => isOffered(model),
    missing: siteSaysMissing,
  };
}

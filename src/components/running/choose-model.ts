import * as v from 'valibot';
import { Problem } from '../../core/errors';
import type { AnswerModel } from '../../engines/answer-model';
import { catalogue, findModel, type CatalogueModel } from '../../engines/catalogue';
import { isOffered, keptBytes } from '../../engines/model-files';
import { visitModels } from '../../engines/visit-files';

/** A model that can be run here, and what it takes to get it. */
export interface ChosenModel {
  readonly model: AnswerModel;
  /** Bytes still to be downloaded; 0 where all is kept on this device, and of a server. */
  readonly download: number;
  /** The model asked for, where another one stands in for it: another file, so it counts as another model. */
  readonly insteadOf: CatalogueModel | null;
  /** Why the model asked for cannot be had, in the site's own words; empty where it can, or where it says nothing. */
  readonly missing: string;
}

/** The name under which studies ask for whatever the reader chose; without a choice for what comes with the page. */
export const EMBEDDED = 'embedded';

/** What choosing needs of its surroundings; tests bring their own. */
export interface Surroundings {
  readonly kept: (model: AnswerModel) => Promise<number>;
  readonly offered: (model: CatalogueModel) => Promise<boolean>;
  /** The site's own sentence on the models it lacks, empty where it says nothing. */
  readonly missing: () => Promise<string>;
  /** Id of the model that the reader chose; empty where none was chosen. */
  readonly chosen: () => Promise<string>;
  /** A model of any kind by its id. */
  readonly known: (id: string) => Promise<AnswerModel | undefined>;
}

/**
 * The model for a name in a study: `embedded` is the reader's choice, any other name is that model. Kept models come
 * first, so that this works offline.
 * @throws Problem `model-missing` where the page does not know it, or neither site nor publisher has it
 */
export async function chooseModel(
  named: string,
  around: Surroundings = surroundings(),
): Promise<ChosenModel> {
  if (named === EMBEDDED) {
    const choice = await around.chosen();
    const [embedded] = catalogue;
    const model = choice === '' || choice === embedded?.id ? undefined : await around.known(choice);
    return model === undefined ? chooseEmbedded(around) : getting(model, around);
  }
  const model = findModel(named) ?? (await around.known(named));
  if (model === undefined) throw unknownModel(named);
  return getting(model, around);
}

/**
 * The model that comes with the page, or the file that stands in for it. Asks the storage for nothing but files.
 * @throws Problem `model-missing`
 */
export async function chooseEmbedded(
  around: Pick<Surroundings, 'kept' | 'offered' | 'missing'> = files(),
): Promise<ChosenModel> {
  const [wanted] = catalogue;
  if (wanted === undefined) throw unknownModel(EMBEDDED);
  const standIn = wanted.otherwise === undefined ? undefined : findModel(wanted.otherwise);
  const candidates = standIn === undefined ? [wanted] : [wanted, standIn];
  const kept = await Promise.all(candidates.map((model) => around.kept(model)));
  const chosen = async (model: CatalogueModel, bytes: number): Promise<ChosenModel> => ({
    model,
    download: Math.max(0, model.bytes - bytes),
    insteadOf: model === wanted ? null : wanted,
    missing: model === wanted ? '' : await around.missing(),
  });
  if (kept[0] === wanted.bytes) return chosen(wanted, wanted.bytes);
  for (const [index, model] of candidates.entries()) {
    const bytes = kept[index] ?? 0;
    if (bytes === model.bytes || (await around.offered(model))) return chosen(model, bytes);
  }
  throw await notHeld(wanted, around);
}

/** One certain model: nothing stands in for it. */
async function getting(model: AnswerModel, around: Surroundings): Promise<ChosenModel> {
  const plain = { model, insteadOf: null, missing: '' } as const;
  if (model.kind === 'endpoint') return { ...plain, download: 0 };
  const kept = await around.kept(model);
  const isHere = kept >= model.bytes && model.bytes > 0;
  if (model.kind === 'gguf' && !isHere && !(await around.offered(model))) {
    throw await notHeld(model, around);
  }
  return { ...plain, download: isHere ? 0 : Math.max(0, model.bytes - kept) };
}

async function notHeld(
  model: CatalogueModel,
  around: Pick<Surroundings, 'missing'>,
): Promise<Problem> {
  const kept = 'The recorded runs and everything you have stored can be read without it.';
  if (model.sources.length === 0) {
    return new Problem('model-missing', {
      what: `The file of ${model.title} is no longer on this device.`,
      kept,
      next: 'Add it again on the models page, or choose another model.',
    });
  }
  return new Problem('model-missing', {
    what: (await around.missing()) || `This site does not hold the model ${model.title}.`,
    kept,
    next: 'On your own machine, `npm start` fetches it once, with a network. Or choose another model.',
  });
}

function unknownModel(named: string): Problem {
  return new Problem('model-missing', {
    what: `The study asks for the model "${named}", which this page does not know.`,
    kept: 'Nothing was changed.',
    next: 'Add it on the models page, or let another model answer; that counts as another model.',
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

function files(): Pick<Surroundings, 'kept' | 'offered' | 'missing'> {
  return {
    // A browser without storage keeps nothing, which is an answer here.
    kept: (model) => keptOf(model).catch(() => 0),
    offered: (model) => isOffered(model),
    missing: siteSaysMissing,
  };
}

/** Bytes of a model that are on this device, a file that is read where it lies included. */
export async function keptOf(model: AnswerModel): Promise<number> {
  if (model.kind === 'endpoint') return 0;
  if (model.kind === 'mlc') return (await import('../models/mlc')).mlcKeptBytes(model);
  if (visitModels().some(({ id }) => id === model.id)) return model.bytes;
  return keptBytes(model);
}

/** The reader's own models are kept in the database, whose code is not the first page's. */
function surroundings(): Surroundings {
  const models = () => import('../models/known-models');
  return {
    ...files(),
    // Without storage nothing was chosen.
    chosen: async () => (await models()).chosenModelId().catch(() => ''),
    // Runs from the command line call a server's model as the server does.
    known: async (id) => {
      const { knownModel } = await models();
      return (await knownModel(id)) ?? knownModel(`endpoint:${id}`);
    },
  };
}

import type { AnswerModel } from '../../engines/answer-model';
import { catalogue } from '../../engines/catalogue';
import { visitModels } from '../../engines/visit-files';
import { answerModels, settings } from '../../storage/here';
import { rememberRun } from '../running/has-run';
import { mlcModels } from './mlc';

/**
 * Every model that this page can name: the catalogue, WebLLM's, and the reader's own (kept, or for this visit). Each
 * once; where a reader's own has the id of one that the page brings, the page's stands.
 * @throws Problem `storage-failed` where the browser cannot read what it keeps
 */
export async function knownModels(): Promise<readonly AnswerModel[]> {
  const [mlc, own] = await Promise.all([mlcModels(), answerModels.list()]);
  const byId = new Map<string, AnswerModel>();
  for (const model of [...catalogue, ...mlc, ...own, ...visitModels()]) {
    if (!byId.has(model.id)) byId.set(model.id, model);
  }
  return [...byId.values()];
}

/** The model with this id, undefined where the page knows none. @throws as `knownModels` */
export async function knownModel(id: string): Promise<AnswerModel | undefined> {
  return (await knownModels()).find((model) => model.id === id);
}

/** Id of the model that the reader chose to answer; empty where none was chosen. */
export async function chosenModelId(): Promise<string> {
  return (await settings.all()).model;
}

/** Chooses the model to answer from now on; an empty id goes back to the embedded one. */
export async function chooseModelId(id: string): Promise<void> {
  await settings.set('model', id);
  // The first page asks the storage for a choice only where something was done here before.
  rememberRun();
}

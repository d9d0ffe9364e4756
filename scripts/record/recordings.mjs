/**
 * The recorded runs that come with the page: which study, which model file, which engine.
 */
import { readFileSync } from 'node:fs';

/**
 * @typedef {object} Recording
 * @property {string} name of its file, without the ending
 * @property {string} study
 * @property {string} model the short name
 * @property {'page' | 'llama.cpp'} engine
 * @property {number} context tokens of a server's slot
 * @property {{ id: string, sha256: string }} file
 */

/** @returns {Recording[]} */
export function recordings() {
  const { models, runs } = JSON.parse(
    readFileSync(new URL('recordings.json', import.meta.url), 'utf8'),
  );
  return runs.map(({ study, model, engine, context = 2048 }) => {
    const file = models[model];
    if (file === undefined) throw new Error(`The list of recordings names no model "${model}".`);
    return { name: `${study}.${model}`, study, model, engine, context, file };
  });
}

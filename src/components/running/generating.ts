import { canonical, type Json } from '../../core/hash';
import type { Study } from '../../core/study';
import { BUILT_IN_STUDIES, builtInStudy } from '../../exchange/built-in-studies';

/**
 * The same study with answers that the model writes, for models of which no probabilities can be read: the built-in
 * twin where there is one, else a copy under a name of its own.
 * @throws Problem where a built-in study cannot be loaded
 */
export async function writtenTwin(study: Study): Promise<Study> {
  const written: Study = {
    ...study,
    id: `${study.id}-written`,
    title: `${study.title} (written answers)`,
    answer: 'generate',
    lead: '',
  };
  const named = study.id.replace(/-p$/, '');
  if (named === study.id || !BUILT_IN_STUDIES.includes(named)) return written;
  const twin = await builtInStudy(named);
  return whatIsAsked(twin) === whatIsAsked(written) ? { ...twin, models: study.models } : written;
}

/** A study without its names and models, to tell whether two ask the same. */
function whatIsAsked({ id: _id, title: _title, models: _models, ...asked }: Study): string {
  return canonical(asked as unknown as Json);
}

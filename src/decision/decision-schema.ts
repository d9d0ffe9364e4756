import * as v from 'valibot';
import { characterRow, decisionRow, motivationSchema } from './rows-schema';

const text = v.string();
const place = v.object({ chapter: v.number(), paragraph: v.number(), hash: text });

/** A whole decision as it comes back from where it was checked before: the browser's storage, a worker. */
export const decisionSchema = v.object({
  id: text,
  novel: text,
  cluster: text,
  character: v.object({ ...characterRow.entries, id: text }),
  at: place,
  scenario: text,
  question: text,
  options: v.object({ A: text, B: text, C: text, D: text }),
  answer: decisionRow.entries.answer,
  motivation: v.nullable(motivationSchema),
  evidence: v.array(place),
});

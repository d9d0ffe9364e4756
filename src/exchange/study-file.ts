import * as v from 'valibot';
import { Problem } from '../core/errors';
import { studySchema, type Study } from '../core/study';
import { explain, shown } from './issues';
import { faultLine } from './json-fault';

/** More than any study needs; keeps a wrong file from being parsed at all. */
const LONGEST = 2_000_000;

/**
 * A study from anything: a file, a link, the lab, the command line.
 * @throws Problem `bad-study` that names the place and what is wrong there
 */
export function parseStudy(json: unknown): Study {
  checkFormat(json);
  const result = v.safeParse(studySchema, json);
  if (result.success) return result.output;
  throw bad(
    `The study cannot be read: ${explain(result.issues, '', 'The study')}.`,
    'Mend it there and try again.',
  );
}

/** A study from the text of its file; throws as `parseStudy` does. */
export function readStudyText(text: string): Study {
  if (text.length > LONGEST) {
    throw bad('The file is too long for a study.', 'Choose a study file.');
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    const where = faultLine(text);
    throw bad(`The study is not valid JSON${where}.`, 'Mend it there and try again.', cause);
  }
  return parseStudy(json);
}

/** The text of a study's file: two spaces a step, members in the order of the schema. */
export function printStudy(study: Study): string {
  return `${JSON.stringify(v.parse(studySchema, study), null, 2)}\n`;
}

/** The format first: a run file or a later version would otherwise show as a heap of missing members. */
function checkFormat(json: unknown): void {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw bad(
      `The study cannot be read: it is ${shown(json)}, but must be an object.`,
      'Choose a study file.',
    );
  }
  const format: unknown = 'format' in json ? json.format : undefined;
  if (typeof format !== 'string' || format === 'crossroads-study/1') return;
  if (format.startsWith('crossroads-run/')) {
    throw bad('This is a run file, not a study.', 'Open it on the page of runs.');
  }
  if (/^crossroads-study\/\d+$/.test(format)) {
    throw bad(
      `This study has the format ${format}; this page reads crossroads-study/1.`,
      'Reload the page to get the newer version of Crossroads that reads it.',
    );
  }
}

function bad(what: string, next: string, cause?: unknown): Problem {
  return new Problem('bad-study', { what, next, cause });
}

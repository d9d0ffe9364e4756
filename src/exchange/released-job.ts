import type { Novel } from '../core/novel';
import { Problem } from '../core/errors';
import type { Decision } from '../decision/dataset';
import { decodeText } from '../decision/novels/decode';
import { readReleased, type RowFault } from '../decision/released';
import { faultLine } from './json-fault';

/** What a file in LifeChoice's released format holds. */
export interface ReleasedRows {
  readonly novels: readonly Novel[];
  readonly decisions: readonly Decision[];
  readonly faults: readonly RowFault[];
}

/**
 * Reads the bytes of a released file. It takes long enough to be done in a worker (released-parser.ts).
 * @throws Problem `bad-file`
 */
export async function runReleasedJob(bytes: Uint8Array): Promise<ReleasedRows> {
  const { novels, dataset, faults } = await readReleased(parsed(decodeText(bytes)));
  return { novels, decisions: dataset.decisions, faults };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Problem('bad-file', {
      what: `This file begins like one in LifeChoice’s released format, but is no valid JSON${faultLine(text)}.`,
      kept: 'Nothing was added.',
      next: 'Choose the file as it was released, whole.',
      cause,
    });
  }
}

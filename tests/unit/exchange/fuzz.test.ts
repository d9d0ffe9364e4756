import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { Problem } from '../../../src/core/errors';
import { decodeStudy, encodeStudy } from '../../../src/exchange/link';
import {
  gzipped,
  readRunFile,
  runBlob,
  writeRunLines,
  type RunFormat,
} from '../../../src/exchange/run-file';
import { parseStudy } from '../../../src/exchange/study-file';
import { run, study } from '../../fixtures/storage/build-run';

// Slow machines are not wrong.
vi.setConfig({ testTimeout: 60_000 });

const COUNT = 12;
const finished = run(COUNT, { trials: COUNT, finishedAt: '2026-11-30T11:00:00.000Z' });

async function bytesOf(blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await blob.arrayBuffer());
}

const files = async () => {
  const kinds: [RunFormat, boolean][] = [
    ['json', false],
    ['jsonl', false],
    ['json', true],
    ['jsonl', true],
  ];
  return Promise.all(
    kinds.map(async ([format, packed]) => {
      const blob = runBlob(finished, format);
      return bytesOf(packed ? await gzipped(blob) : blob);
    }),
  );
};

describe('a run file cut anywhere', () => {
  it('is refused, or given in part with a Problem, never as if it were whole', async () => {
    const all = await files();
    await fc.assert(
      fc.asyncProperty(
        fc.nat(3),
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (kind, share) => {
          const bytes = all[kind] ?? new Uint8Array();
          // One byte less is the line's end, without which nothing is missing.
          const cut = bytes.slice(0, Math.floor(share * (bytes.length - 1)));
          try {
            const file = await readRunFile(new Blob([cut]));
            expect(file.run.samples).toEqual(finished.samples.slice(0, file.run.samples.length));
            if (file.run.samples.length < COUNT) expect(file.problem).toBeInstanceOf(Problem);
          } catch (error) {
            expect(error).toBeInstanceOf(Problem);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('a JSON Lines file cut between two lines', () => {
  it('shows what is missing by the plan alone', async () => {
    const lines = writeRunLines(finished).split('\n').slice(0, -1);
    for (let had = 0; had < COUNT; had += 1) {
      const cut = `${lines.slice(0, had + 2).join('\n')}\n`;
      const file = await readRunFile(new Blob([cut]));
      expect(file.run.samples).toHaveLength(had);
      expect(file.problem?.kept).toContain(`${had} of ${COUNT} samples`);
    }
  });
});

describe('a run file with changed bytes', () => {
  it('gives a run that passes every check, or a Problem, and nothing else', async () => {
    const all = await files();
    const flip = fc.tuple(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.integer({ min: 1, max: 255 }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.nat(3),
        fc.array(flip, { minLength: 1, maxLength: 4 }),
        async (kind, flips) => {
          const bytes = (all[kind] ?? new Uint8Array()).slice();
          for (const [place, change] of flips) {
            const at = Math.floor(place * (bytes.length - 1));
            bytes[at] = (bytes[at] ?? 0) ^ change;
          }
          try {
            const { run: read } = await readRunFile(new Blob([bytes]));
            // Whatever came through stands the same checks again.
            expect((await readRunFile(runBlob(read, 'json'))).run).toEqual(read);
          } catch (error) {
            expect(error).toBeInstanceOf(Problem);
          }
        },
      ),
      { numRuns: 400 },
    );
  });

  it('takes no JSON value for a run that is none', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json({ maxDepth: 6 }), async (text) => {
        await expect(readRunFile(new Blob([text]))).rejects.toBeInstanceOf(Problem);
      }),
      { numRuns: 200 },
    );
  });
});

describe('a link', () => {
  const code = encodeStudy(study);

  it('cut anywhere is refused', () => {
    for (let length = 0; length < code.length; length += 1) {
      expect(() => decodeStudy(code.slice(0, length))).toThrow(Problem);
    }
  });

  it('with any changed character gives the same study or a Problem', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    fc.assert(
      fc.property(fc.nat(code.length - 1), fc.nat(63), (at, other) => {
        const changed = code.slice(0, at) + alphabet.charAt(other) + code.slice(at + 1);
        try {
          expect(decodeStudy(changed)).toEqual({ study, claims: null });
        } catch (error) {
          expect(error).toBeInstanceOf(Problem);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('of any text is a Problem', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(() => decodeStudy(text)).toThrow(Problem);
      }),
    );
  });
});

describe('a study', () => {
  it('of any value is read or a Problem', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...Object.keys(study)), fc.jsonValue()),
        (change) => {
          try {
            const merged = parseStudy({ ...study, ...change });
            expect(parseStudy(merged)).toEqual(merged);
          } catch (error) {
            expect(error).toBeInstanceOf(Problem);
          }
        },
      ),
      { numRuns: 1000 },
    );
  });
});

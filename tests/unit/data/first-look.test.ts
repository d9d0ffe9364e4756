import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { firstLook } from '../../../scripts/lib/first-look';
import { FIRST_LOOK } from '../../../src/pages/home/first-look';

it('shows on the first page what the recorded run says and the quick study takes', async () => {
  const file = new Uint8Array(readFileSync(`datasets/reference-runs/${FIRST_LOOK.run}.json.gz`));
  expect(await firstLook(FIRST_LOOK.run, file)).toEqual(FIRST_LOOK);
  expect(FIRST_LOOK.quick.trials).toBe(60);
  expect(FIRST_LOOK.cells).toHaveLength(15);
});

import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { schemaFiles } from '../../../scripts/schema.mjs';

describe('static/schema', () => {
  it('holds what scripts/schema.mjs makes now (run it after a change of the schemas)', async () => {
    const fresh: Record<string, string> = await schemaFiles();
    expect(Object.keys(fresh)).toEqual(['study-1.json', 'run-1.json']);
    for (const [name, text] of Object.entries(fresh)) {
      const path = new URL(`../../../static/schema/${name}`, import.meta.url);
      expect(await readFile(path, 'utf8')).toBe(text);
    }
  }, 60_000);
});

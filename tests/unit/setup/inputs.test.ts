import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fingerprint } from '../../../scripts/setup/inputs.mjs';
import { temporaryFolder } from './made';

const TIME = new Date('2026-01-01T00:00:00Z');

/** A clone of two source files and one that no build reads. */
function madeClone(): string {
  const root = temporaryFolder();
  mkdirSync(join(root, 'src/pages'), { recursive: true });
  mkdirSync(join(root, 'docs'));
  for (const path of ['src/main.ts', 'src/pages/home.ts', 'package.json', 'docs/note.md']) {
    write(root, path, 'as it was');
  }
  return root;
}

function write(root: string, path: string, text: string, time = TIME): void {
  writeFileSync(join(root, path), text);
  utimesSync(join(root, path), time, time);
}

describe('the fingerprint of what a build is made from', () => {
  it('stays while nothing changes', () => {
    const root = madeClone();
    const before = fingerprint(root, { address: '' });
    write(root, 'docs/note.md', 'another text');
    expect(fingerprint(root, { address: '' })).toBe(before);
  });

  it.each<[string, (root: string) => void]>([
    ['a file of another size', (root) => write(root, 'src/main.ts', 'longer than it was')],
    ['a file of another time', (root) => write(root, 'src/main.ts', 'as it was', new Date())],
    ['a new file', (root) => write(root, 'src/pages/lab.ts', 'as it was')],
    ['a file that is gone', (root) => rmSync(join(root, 'src/pages/home.ts'))],
    ['another lockfile', (root) => write(root, 'package-lock.json', '{}')],
  ])('changes with %s', (_, change) => {
    const root = madeClone();
    const before = fingerprint(root, { address: '' });
    change(root);
    expect(fingerprint(root, { address: '' })).not.toBe(before);
  });

  it('changes with whatever else the build depends on', () => {
    const root = madeClone();
    const local = fingerprint(root, { address: '' });
    expect(fingerprint(root, { address: 'https://example.org/' })).not.toBe(local);
  });
});

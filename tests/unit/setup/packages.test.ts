import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ensurePackages } from '../../../scripts/setup/packages.mjs';
import { temporaryFolder } from './made';

const LOCK = JSON.stringify({
  lockfileVersion: 3,
  packages: {
    '': { name: 'made-up' },
    'node_modules/one': { version: '1.0.0', integrity: 'sha512-one' },
    'node_modules/two': { version: '2.0.0', integrity: 'sha512-two', optional: true },
  },
});

/** npm's own record of what is installed. */
function installed(version = '1.0.0'): string {
  return JSON.stringify({
    packages: { 'node_modules/one': { version, integrity: 'sha512-one' } },
  });
}

afterEach(() => vi.unstubAllEnvs());

/**
 * A clone with the lockfile and, where given, npm's record of older packages. In place of npm stands a script that
 * leaves a trace and does what it is told to: it is the decision to call npm that is tested, not npm.
 */
function madeClone(record: string | null, npm = '') {
  const root = temporaryFolder();
  const modules = join(root, 'node_modules');
  writeFileSync(join(root, 'package-lock.json'), LOCK);
  if (record !== null) {
    mkdirSync(modules);
    writeFileSync(join(modules, '.package-lock.json'), record);
    writeFileSync(join(modules, 'older'), '');
  }
  const called = join(root, 'called');
  const script = join(root, 'npm-cli.js');
  writeFileSync(
    script,
    `const fs = require('node:fs');
     fs.writeFileSync(${JSON.stringify(called)}, process.argv.slice(2).join(' '));
     ${npm}`,
  );
  vi.stubEnv('npm_execpath', script);
  const said: string[] = [];
  return {
    modules,
    said,
    stamp: join(modules, '.crossroads-lock'),
    wasCalled: () => existsSync(called),
    args: () => readFileSync(called, 'utf8'),
    ensure: () => ensurePackages({ root, log: (message) => said.push(message) }),
  };
}

const INSTALLS = `
  fs.mkdirSync('node_modules');
  fs.writeFileSync('node_modules/.package-lock.json', ${JSON.stringify(installed())});`;
const NO_NETWORK = `
  fs.mkdirSync('node_modules');
  console.error('npm error code ECONNREFUSED');
  process.exit(1);`;

describe('the packages', () => {
  it('are installed where there are none, and not looked at again', async () => {
    const clone = madeClone(null, INSTALLS);
    await clone.ensure();
    expect(clone.args()).toMatch(/^ci --include=dev /);
    expect(readFileSync(clone.stamp, 'utf8')).toBe(createHash('sha256').update(LOCK).digest('hex'));
    const said = [...clone.said];
    await clone.ensure();
    expect(clone.said).toEqual(said);
  });

  it('are left alone where somebody ran npm by hand, without an optional one of another system', async () => {
    const clone = madeClone(installed());
    await clone.ensure();
    expect(clone.wasCalled()).toBe(false);
    expect(existsSync(clone.stamp)).toBe(true);
    expect(existsSync(join(clone.modules, 'older'))).toBe(true);
  });

  it.each([
    ['of another version', installed('0.9.0')],
    ['of which npm kept no readable record', '{"packages": '],
  ])('are renewed where there are some %s', async (_, record) => {
    const clone = madeClone(record, INSTALLS);
    await clone.ensure();
    expect(clone.wasCalled()).toBe(true);
    expect(existsSync(join(clone.modules, 'older'))).toBe(false);
    expect(existsSync(clone.stamp)).toBe(true);
  });

  it('stay the older ones without a network, which is said, and are tried again', async () => {
    const clone = madeClone(installed('0.9.0'), NO_NETWORK);
    await clone.ensure();
    expect(existsSync(join(clone.modules, 'older'))).toBe(true);
    expect(existsSync(clone.stamp)).toBe(false);
    expect(clone.said.at(-1)).toBe(
      'The packages could not be renewed, so the older ones are used: npm could not reach its registry.',
    );
    await clone.ensure();
    expect(clone.said).toHaveLength(4);
  });

  it('are missed with a sentence where there are none to stay with', async () => {
    const reachless = madeClone(null, NO_NETWORK);
    await expect(reachless.ensure()).rejects.toThrow(
      'The packages could not be installed: npm could not reach its registry.',
    );
    const refused = madeClone(
      null,
      `console.error('npm error code EINTEGRITY\\nnpm error one@1.0.0 is another file.'); process.exit(1);`,
    );
    await expect(refused.ensure()).rejects.toThrow(/one@1\.0\.0 is another file\.$/);
  });
});

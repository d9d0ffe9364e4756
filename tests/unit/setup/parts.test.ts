import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { joinParts, MANIFEST, readStored, storeInParts } from '../../../scripts/setup/parts.mjs';
import { temporaryFolder } from './made';

const PART_BYTES = 24 * 1024 * 1024;

/** A file of two parts, the second of a few bytes, and what is known of it. */
function madeFile() {
  const home = temporaryFolder();
  const content = Buffer.alloc(PART_BYTES + 1000, 'weights ');
  const source = join(home, 'model.gguf');
  writeFileSync(source, content);
  const known = {
    id: 'model',
    file: 'model.gguf',
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    quantization: 'Q8_0',
    parameters: 1,
    family: 'Made up',
    licence: 'none',
    source: 'a test',
  };
  return { home, source, content, known, work: join(home, 'work'), folder: join(home, 'stored') };
}

async function storedFile() {
  const made = madeFile();
  const manifest = await storeInParts(made.source, made.work, made.folder, made.known);
  const [first, second] = manifest.parts;
  if (first === undefined || second === undefined) throw new Error('not two parts');
  return { ...made, manifest, first, second };
}

describe('a model in parts', () => {
  it('is split where static hosts draw the line, and joins to the same file', async () => {
    const { home, folder, work, content, manifest } = await storedFile();
    expect(manifest.parts.map(({ bytes }) => bytes)).toEqual([PART_BYTES, 1000]);
    expect(existsSync(work)).toBe(false);
    for (const { file, sha256 } of manifest.parts) {
      expect(file).toMatch(/^part-\d\d-[0-9a-f]{8}\.bin$/);
      expect(file).toContain(sha256.slice(0, 8));
    }
    const joined = join(home, 'joined');
    await joinParts(folder, manifest.parts, joined);
    expect(readFileSync(joined).equals(content)).toBe(true);
  });

  it('is not stored where the file is another one, and leaves nothing behind', async () => {
    const { source, work, folder, known } = madeFile();
    const other = { ...known, sha256: '0'.repeat(64) };
    await expect(storeInParts(source, work, folder, other)).rejects.toThrow(/SHA-256/);
    expect(existsSync(folder)).toBe(false);
    expect(existsSync(work)).toBe(false);
  });

  it('is read back as known today, with the parts of the folder', async () => {
    const { folder, known, manifest } = await storedFile();
    const renamed = { ...known, note: 'said later' };
    expect(await readStored(folder, renamed)).toEqual({ ...renamed, parts: manifest.parts });
  });

  it('is refused with one flipped byte', async () => {
    const { folder, known, second } = await storedFile();
    const path = join(folder, second.file);
    const bytes = readFileSync(path);
    bytes.writeUInt8(bytes.readUInt8(500) ^ 1, 500);
    writeFileSync(path, bytes);
    expect(await readStored(folder, known)).toBeUndefined();
  });

  it('is refused with a part missing or cut short', async () => {
    const { folder, known, first, second } = await storedFile();
    writeFileSync(join(folder, second.file), 'short');
    expect(await readStored(folder, known)).toBeUndefined();
    rmSync(join(folder, first.file));
    expect(await readStored(folder, known)).toBeUndefined();
  });

  it('is hashed again when a part was touched, and believed when it is the same', async () => {
    const { folder, known, second } = await storedFile();
    const stamp = readFileSync(join(folder, 'checked.json'), 'utf8');
    const path = join(folder, second.file);
    writeFileSync(path, readFileSync(path));
    expect(await readStored(folder, known)).toBeDefined();
    const later = readFileSync(join(folder, 'checked.json'), 'utf8');
    expect(later).not.toBe(stamp);
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('is not there without its manifest, with a torn one, or with that of another file', async () => {
    const { folder, known } = await storedFile();
    expect(await readStored(folder, { ...known, sha256: 'f'.repeat(64) })).toBeUndefined();
    writeFileSync(join(folder, MANIFEST), '{"sha256": "');
    expect(await readStored(folder, known)).toBeUndefined();
    rmSync(join(folder, MANIFEST));
    expect(await readStored(folder, known)).toBeUndefined();
    expect(await readStored(join(folder, 'nowhere'), known)).toBeUndefined();
  });

  it('takes the place of a damaged folder', async () => {
    const { source, work, folder, known } = madeFile();
    mkdirSync(folder);
    writeFileSync(join(folder, 'rest-of-before.bin'), 'old');
    await storeInParts(source, work, folder, known);
    expect(readdirSync(folder)).not.toContain('rest-of-before.bin');
    expect(await readStored(folder, known)).toBeDefined();
  });
});

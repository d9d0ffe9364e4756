/**
 * `node scripts/kernel.mjs`: compiles assembly/minilm.ts to src/engines/minilm/kernel.ts. A test holds the one against
 * the other.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import asc from 'assemblyscript/asc';
import { asCommand } from './setup/command.mjs';
import { projectRoot } from './setup/paths.mjs';

const SOURCE = 'minilm.ts';
export const kernelFile = join(projectRoot, 'src', 'engines', 'minilm', 'kernel.ts');

/**
 * @returns {Promise<string>} the text of the module that holds the compiled code
 */
export async function compiledKernel() {
  /** @type {Uint8Array | undefined} */
  let code;
  const { error, stderr } = await asc.main(
    [
      SOURCE,
      '-O3',
      '--enable',
      'simd',
      '--runtime',
      'stub',
      '--noAssert',
      '--outFile',
      'kernel.wasm',
    ],
    {
      readFile: (name) =>
        name === SOURCE ? readFileSync(join(projectRoot, 'assembly', SOURCE), 'utf8') : null,
      writeFile: (name, content) => {
        if (name === 'kernel.wasm' && typeof content !== 'string') code = content;
      },
      listFiles: () => [],
    },
  );
  if (error || code === undefined)
    throw new Error(`The kernel was not compiled: ${stderr.toString()}`);
  const lines =
    Buffer.from(code)
      .toString('base64')
      .match(/.{1,90}/g) ?? [];
  const text = lines.map((line) => `  '${line}',`).join('\n');
  return `/** Compiled from assembly/${SOURCE} by scripts/kernel.mjs: WebAssembly as base64. Never edited by hand. */\nexport const KERNEL = [\n${text}\n].join('');\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await asCommand(async () => {
    writeFileSync(kernelFile, await compiledKernel());
    console.log('Written: src/engines/minilm/kernel.ts');
  });
}

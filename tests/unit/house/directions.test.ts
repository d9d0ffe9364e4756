import { ESLint } from 'eslint';
import { describe, expect, it } from 'vitest';

/** The rules that a file of this text would break at this place. */
async function broken(path: string, text: string): Promise<string[]> {
  const eslint = new ESLint({
    // Type-aware rules need the file to exist; the directions of imports do not.
    overrideConfig: {
      languageOptions: { parserOptions: { projectService: false } },
      rules: {
        '@typescript-eslint/no-floating-promises': 'off',
        '@typescript-eslint/no-misused-promises': 'off',
        '@typescript-eslint/switch-exhaustiveness-check': 'off',
        '@typescript-eslint/no-unused-vars': 'off',
      },
    },
  });
  const [result] = await eslint.lintText(text, { filePath: path });
  return (result?.messages ?? []).map(({ ruleId }) => ruleId ?? 'parse');
}

describe('the lint rules', () => {
  it('let imports point down and refuse those that point up', async () => {
    const down = "import { TRAITS } from '../core/study';\nexport const a = TRAITS;\n";
    const up = "import { select } from '../behavior/suite';\nexport const a = select;\n";
    expect(await broken('src/behavior/example.ts', down)).toEqual([]);
    expect(await broken('src/analysis/example.ts', up)).toEqual(['boundaries/dependencies']);
    expect(await broken('src/core/example.ts', up)).toEqual(['boundaries/dependencies']);
  }, 60_000);

  it('keep pages, storage and engines out of the rooms that run in Node', async () => {
    const packages = ['svelte', 'd3', 'd3-scale', 'dexie', '@wllama/wllama', '@mlc-ai/web-llm'];
    for (const name of packages) {
      const text = `import * as x from '${name}';\nexport const a = x;\n`;
      expect(await broken('src/experiment/example.ts', text), name).toEqual([
        'no-restricted-imports',
      ]);
    }
    const page = 'export const title = document.title;\n';
    expect(await broken('src/analysis/example.ts', page)).toEqual(['no-restricted-globals']);
  }, 60_000);
});

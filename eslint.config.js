import boundaries from 'eslint-plugin-boundaries';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

/** The rooms from the top down: a room may import itself and the rooms after it (docs/layout.md). */
const rooms = [
  'app',
  'pages',
  'components',
  'exchange',
  'storage',
  'engines',
  'experiment',
  'behavior',
  'decision',
  'inventory',
  'analysis',
  'retrieval',
  'text',
  'core',
];

/** Rooms that run in Node as they are: no page, no storage and no engine in them. */
const pure = ['experiment', 'behavior', 'decision', 'inventory', 'analysis', 'retrieval', 'core'];

const pagePackages = ['svelte', 'svelte/*', 'bits-ui', 'd3', 'd3-*', 'dexie'];
const enginePackages = [
  '@wllama/*',
  '@wllama/*/**',
  '@mlc-ai/*',
  'onnxruntime-web',
  'onnxruntime-web/*',
  '@huggingface/tokenizers',
];

export default ts.config(
  {
    ignores: ['dist/', 'node_modules/', 'bench/', 'static/', 'tests/fixtures/', '.cache/'],
  },
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      'no-empty': ['error', { allowEmptyCatch: false }],
      'no-console': 'off',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      'svelte/no-at-html-tags': 'error',
      // Addresses come from one place, exchange/routes, whose links are plain hash links.
      'svelte/no-navigation-without-resolve': 'off',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser } },
  },
  {
    files: ['src/**/*.ts', 'tests/**/*.ts', 'scripts/**/*.ts'],
    ignores: ['**/*.svelte.ts'],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
    },
  },
  {
    // The files beside the rooms (main, headless, service-worker) may import any of them.
    files: ['src/*/**/*.ts', 'src/*/**/*.svelte'],
    plugins: { boundaries },
    settings: {
      'import/resolver': {
        node: { extensions: ['.ts', '.js', '.mjs', '.svelte', '.svelte.ts'] },
      },
      'boundaries/include': ['src/**/*'],
      'boundaries/elements': [
        ...rooms.map((room) => ({ type: room, pattern: `src/${room}/**`, partialMatch: false })),
      ],
    },
    rules: {
      'boundaries/no-unknown-files': 'error',
      'boundaries/dependencies': [
        'error',
        {
          default: 'disallow',
          checkAllOrigins: true,
          message: '{{from.type}} may not import {{to.type}}: imports point down only',
          policies: [
            { allow: { to: { origin: ['external', 'core'] } } },
            ...rooms.map((room, place) => ({
              from: { element: { type: room } },
              allow: { to: { element: { type: rooms.slice(place) } } },
            })),
          ],
        },
      ],
    },
  },
  ...pure.map((room) => ({
    files: [`src/${room}/**/*.ts`],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: [...pagePackages, ...enginePackages],
              message: `${room} runs in Node: no page, storage or engine package.`,
            },
          ],
        },
      ],
      'no-restricted-globals': [
        'error',
        'document',
        'window',
        'localStorage',
        'indexedDB',
        'navigator',
      ],
    },
  })),
);

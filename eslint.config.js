import { readdirSync, readFileSync } from 'node:fs';
import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import prettier from 'eslint-config-prettier';
// @ts-expect-error -- the plugin brings no types
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

const table = readdirSync(new URL('contract', import.meta.url), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(new URL(`contract/${file}`, import.meta.url), 'utf8'))
  .filter((text) => text.includes('satisfies Record<string, Route>'))
  .join('\n');
/** @param {RegExp} pattern whose first group is a name */
const namesIn = (pattern) => Array.from(table.matchAll(pattern), ([, name]) => name);
const routeName = `/^(${namesIn(/^ {2}(\w+)(?:: \{|,)$/gm).join('|')})$/`;
const pathStarts = new Set(namesIn(/path: '\/([^/:']+)/g));
// A selector's pattern holds no slash.
const routePath = `/^\\x2F(${[...pathStarts].join('|')})(\\x2F|$)/`;
const message =
  'The offline engine names no route: what is special about one belongs in src/offline/subjects.';
const namesOfRoutes = [
  'MemberExpression[object.name="routes"][computed=false]',
  'MemberExpression[object.name="routes"] > Literal',
  `Literal[value=${routeName}]`,
  `Literal[value=${routePath}]`,
  `TemplateElement[value.raw=${routePath}]`,
].map((selector) => ({ selector, message }));

const clock = 'The clock of a device may be wrong: use now() or nowMs() of src/browser/clock.ts.';
const deviceClock = [
  'NewExpression[callee.name="Date"][arguments.length=0]',
  'CallExpression[callee.name="Date"]',
  'MemberExpression[object.name="Date"][property.name="now"]',
  'MemberExpression[object.property.name="Date"][property.name="now"]',
  'MemberExpression[property.name="timeOrigin"]',
].map((selector) => ({ selector, message: clock }));

const waitingNames =
  '/^(is)?(busy|pending|sending|saving|storing|submitting|processing|waiting|loading|posting|starting|completing)$/i';
const statesOfWaiting = [
  `VariableDeclarator[init.callee.name="useState"][init.arguments.0.value=false] > ArrayPattern > Identifier[name=${waitingNames}]`,
  'Property[key.name="isSubmitting"]',
  'MemberExpression[property.name="isSubmitting"]',
].map((selector) => ({
  selector,
  message: 'Use useBusy, which ends when the page comes back from the back/forward cache.',
}));

/** What is loaded when it is needed may be gone by then. */
const bareImport = {
  selector:
    'ImportExpression:not(CallExpression[callee.name=/^(loadPart|lazyPart|lazyScreen)$/] > ArrowFunctionExpression > ImportExpression)',
  message:
    'Use loadPart(() => import(…)) or lazyPart of src/browser/, or lazyScreen, by which the page offers to reload.',
};

export default defineConfig(
  globalIgnores(['node_modules/', 'dist/', 'data/', 'coverage/', '.cache/', 'test-results/']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    // The rules that need types are oxlint's (.oxlintrc.json).
    extends: [tseslint.configs.strict, tseslint.configs.stylistic],
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
      'no-console': ['error', { allow: ['warn', 'error'] }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      // Types and interfaces are both fine; which one says more is the author's judgement.
      '@typescript-eslint/consistent-type-definitions': 'off',
    },
  },
  {
    // What runs on a device (record 124 of docs/decisions.md).
    files: ['contract/**', 'src/**', 'sw/**'],
    ignores: ['src/browser/clock.ts'],
    rules: { 'no-restricted-syntax': ['error', ...deviceClock, bareImport] },
  },
  {
    // What a person waits for ends when the page comes back from the back/forward cache, in one place.
    files: ['src/**'],
    ignores: ['src/browser/clock.ts', 'src/ui/forms/useBusy*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            { name: '@tanstack/react-query', importNames: ['useMutation'], message: 'Use useBusyMutation.' },
          ],
        },
      ],
      'no-restricted-syntax': ['error', ...deviceClock, bareImport, ...statesOfWaiting],
    },
  },
  {
    // What is special about a route is said by its subject's policy (src/offline/subjects).
    files: ['src/offline/{engine,hooks}/**'],
    rules: {
      'no-restricted-syntax': ['error', ...deviceClock, bareImport, ...statesOfWaiting, ...namesOfRoutes],
      // Filled by the subjects, by declaration merging.
      '@typescript-eslint/no-empty-object-type': ['error', { allowWithName: '^StoredChanges$' }],
    },
  },
  {
    // A transaction whose tables are not its own can be written in part (record 106 of docs/decisions.md).
    // firstRead.ts has one of IndexedDB's own, which only reads.
    files: ['src/**'],
    ignores: [
      'src/offline/engine/database.ts',
      'src/offline/engine/firstRead.ts',
      'src/offline/engine/storage/**',
    ],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          property: 'transaction',
          message: 'Use withTransaction, which gives the tables of the transaction.',
        },
      ],
    },
  },
  {
    // What they print is their purpose.
    files: [
      'server/main.ts',
      'server/commands/*.ts',
      'scripts/**',
      'tests/support/setup.ts',
      'tests/faults/main.ts',
      'tests/engines/storm/main.ts',
    ],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['src/**/*.{ts,tsx}', 'tests/screens/**/*.tsx'],
    extends: [reactHooks.configs.flat.recommended, jsxA11y.flatConfigs.recommended],
    rules: {
      // Advice for React's compiler, which is not in use.
      'react-hooks/incompatible-library': 'off',
      // A list given `role="list"` keeps its role in Safari once its bullets are styled away.
      'jsx-a11y/no-redundant-roles': ['error', { ul: ['list'], ol: ['list'] }],
    },
  },
  {
    files: ['tests/**/*.{ts,tsx}'],
    rules: {
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      // A test may insist: if the value is missing, the test fails, which is its job.
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    files: ['**/*.{js,cjs,mjs}'],
    ignores: ['stripe-stand-in/browser/'],
    languageOptions: { globals: globals.node },
  },
  {
    files: ['stripe-stand-in/browser/*.js'],
    languageOptions: { globals: globals.browser },
  },
  prettier,
);

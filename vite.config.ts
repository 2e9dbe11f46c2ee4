import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  build,
  defineConfig,
  normalizePath,
  Visitor,
  type InlineConfig,
  type Plugin,
  type Rolldown,
} from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

/** Safari 16.4 is the first with the installed web app's push and locks; the others are of the same year. */
const target = ['safari16.4', 'chrome110', 'firefox115'];

/** Changes with the contract, see src/offline/engine/contractHash.ts. */
const contractHash = hash(
  'sha256',
  readdirSync('contract', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .sort()
    .map((file) => readFileSync(`contract/${file}`, 'utf8'))
    .join('\n'),
  'base64url',
).slice(0, 22);

/** The day of the build, in milliseconds since the epoch: a device's clock that says less is wrong, see src/browser/clock.ts. */
const DAY = 24 * 60 * 60_000;
const built = process.env.SOURCE_DATE_EPOCH ? Number(process.env.SOURCE_DATE_EPOCH) * 1000 : Date.now();
const builtAt = built - (built % DAY);

/** The router gives every bundler its build for developers, with warnings; this takes the other one. */
const routerInProduction: Plugin = {
  name: 'router-in-production',
  apply: 'build',
  config: () => ({
    resolve: {
      alias: [
        {
          find: /^react-router$/,
          replacement: path.resolve('node_modules/react-router/dist/production/index.mjs'),
        },
      ],
    },
  }),
};

/** What a row of the contract's table has for its documentation alone, which a phone would load with each visit. */
const DOCUMENTATION = new Set(['summary', 'refuses']);

/** Takes the texts of the documentation out of the contract's table. Blanks keep each place in the file. */
const withoutDocumentation: Plugin = {
  name: 'without-documentation',
  apply: 'build',
  transform: {
    // After the types are gone.
    order: 'post',
    filter: { id: /[\\/]contract[\\/].*\.ts$/ },
    handler(code) {
      let without = code;
      new Visitor({
        ObjectExpression({ properties }) {
          const named = new Map(
            properties.flatMap((each) =>
              each.type === 'Property' && each.key.type === 'Identifier' ? [[each.key.name, each]] : [],
            ),
          );
          if (!named.has('method') || !named.has('path')) return;
          for (const [name, { start, end }] of named) {
            if (!DOCUMENTATION.has(name)) continue;
            const comma = /^\s*,/.exec(code.slice(end))?.[0] ?? '';
            const text = code.slice(start, end) + comma;
            without = without.slice(0, start) + text.replace(/\S/g, ' ') + without.slice(start + text.length);
          }
        },
      }).visit(this.parse(code));
      return { code: without, map: null };
    },
  },
};

type Bundle = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

const inSrc = (file: string) => normalizePath(path.resolve('src', file));

/** The files, and what they import, directly or not. */
function importedFrom(files: Iterable<string>, bundle: Bundle): Set<string> {
  const imported = new Set(files);
  // A set goes on to what is added to it meanwhile.
  for (const each of imported) {
    for (const next of bundle.getModuleInfo(each)?.importedIds ?? []) imported.add(next);
  }
  return imported;
}

/** Names what some files of src import, directly or not, and the files themselves. */
const importedBy =
  (files: readonly string[], name: string) =>
  (id: string, bundle: Bundle): string | null =>
    importedFrom(files.map(inSrc), bundle).has(id) ? name : null;

/** Each is loaded as one file, which costs a visit and an installation one round trip; see decision 113. */
const tablesOfScreens = new Map(
  ['residentScreens', 'managementScreens'].map((name) => [inSrc(`${name}.ts`), name]),
);

/** What is loaded when it is needed, by name, with all that it imports. The screens of a table are one part. */
let loadedParts: Map<string, Set<string>> | undefined;
function partsIn(bundle: Bundle): Map<string, Set<string>> {
  const modules = new Set([inSrc('main.tsx')]);
  const begins = new Map<string, Set<string>>();
  for (const importer of modules) {
    const { importedIds = [], dynamicallyImportedIds = [] } = bundle.getModuleInfo(importer) ?? {};
    for (const id of [...importedIds, ...dynamicallyImportedIds]) modules.add(id);
    for (const id of dynamicallyImportedIds) {
      const part = tablesOfScreens.get(importer) ?? id;
      begins.set(part, (begins.get(part) ?? new Set()).add(id));
    }
  }
  return new Map(Array.from(begins, ([part, files]) => [part, importedFrom(files, bundle)]));
}

/** Names the part that alone imports a module, or that several do. */
function partOf(id: string, bundle: Bundle): string | undefined {
  loadedParts ??= partsIn(bundle);
  const [part, another] = Array.from(loadedParts).filter(([, imported]) => imported.has(id));
  return another ? 'shared' : part?.[0];
}

/** Builds what the service worker imports when it is first needed, and names it to the service worker. */
async function buildWorkerTasks(serviceWorker: InlineConfig): Promise<void> {
  const built = await build({
    ...serviceWorker,
    plugins: [serviceWorker.plugins, withoutDocumentation],
    build: {
      ...serviceWorker.build,
      lib: { entry: 'sw/tasks.ts', name: 'tasks', formats: ['iife'] },
      rolldownOptions: { output: { entryFileNames: 'assets/tasks-[hash].js' } },
    },
  });
  const outputs = Array.isArray(built) ? built : [built];
  const [tasks] = outputs.flatMap((each) => ('output' in each ? each.output : []));
  if (!tasks) throw new Error('The tasks of the service worker were not built.');
  const name = 'import.meta.env.VITE_WORKER_TASKS';
  serviceWorker.define = { ...serviceWorker.define, [name]: JSON.stringify(`/${tasks.fileName}`) };
}

const aroundScreens = ['signedInRoutes.tsx'];
const dashboards = ['features/dashboard/ResidentDashboard.tsx', 'features/dashboard/ManagerDashboard.tsx'];
const pagesOfVisitors = [
  'features/session/Register.tsx',
  'features/site/Landing.tsx',
  'features/site/About.tsx',
];

/** Whether both a visitor's page and the first screens of somebody signed in import a module. */
function isCommon(id: string, bundle: Bundle): boolean {
  const inOneOf = (files: readonly string[]) => importedFrom(files.map(inSrc), bundle).has(id);
  return inOneOf(pagesOfVisitors) && inOneOf([...aroundScreens, ...dashboards]);
}

export default defineConfig({
  define: {
    'import.meta.env.VITE_CONTRACT_HASH': JSON.stringify(contractHash),
    'import.meta.env.VITE_BUILT_AT': JSON.stringify(String(builtAt)),
  },
  plugins: [
    react(),
    tailwindcss(),
    routerInProduction,
    withoutDocumentation,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      // src/browser/serviceWorker.ts registers it and asks before it takes over, so nothing is injected into the page.
      registerType: 'prompt',
      injectRegister: null,
      manifest: false,
      integration: { configureCustomSWViteBuild: buildWorkerTasks },
      injectManifest: {
        // One classic script: browsers without module workers install it too.
        rollupFormat: 'iife',
        target,
        // The Latin subset alone: a phone precaches what its letters need, others load when they are met.
        // Not the manifest: the server gives it the community's name, and an installed app opens without it.
        globPatterns: ['**/*.{js,css,html,svg}', 'assets/*-latin-{wght,standard}-normal-*.woff2'],
        // The browser stores it with the service worker.
        globIgnores: ['assets/tasks-*.js'],
        maximumFileSizeToCacheInBytes: 1024 * 1024,
      },
    }),
  ],
  build: {
    outDir: 'dist/app',
    target,
    sourcemap: true,
    modulePreload: {
      // Only Safari before 17 does without; there a screen asks for what it shares with others once its own file came.
      polyfill: false,
      // A screen's own file is asked for at the same moment anyway, and the list of them all would be a kilobyte.
      resolveDependencies: (file, dependencies) => dependencies.filter((dependency) => dependency !== file),
    },
    rolldownOptions: {
      output: {
        // A service worker installs one file after the other, so a few larger ones; see decision 78.
        codeSplitting: {
          groups: [
            { name: 'initial', tags: ['$initial'], priority: 2 },
            // Otherwise a start of the app would load forms and pages of visitors for the little that it shares with them.
            {
              debugName: 'common',
              name: (id, bundle) => (isCommon(id, bundle) ? 'common' : null),
              priority: 2,
            },
            // With the form code that it needs, so that a visitor who registers loads no more than that.
            { name: 'Register', test: /src[\\/]features[\\/]session[\\/]Register/, priority: 1 },
            // The landing page and the other one about Porchlight, which the login screen does without.
            { name: 'Site', test: /src[\\/]features[\\/]site[\\/]/, priority: 1 },
            // What is around every signed-in screen, and what else the first of them share with others.
            { debugName: 'signedIn', name: importedBy(aroundScreens, 'signedIn'), priority: 1 },
            // What begins after the first of them is drawn.
            {
              debugName: 'background',
              name: importedBy(['shell/Background.tsx'], 'background'),
              priority: 1,
            },
            {
              debugName: 'dashboards',
              name: importedBy(dashboards, 'dashboards'),
              minShareCount: 2,
            },
            {
              debugName: 'shared',
              name: (id, bundle) => (partOf(id, bundle) === 'shared' ? 'shared' : null),
            },
            {
              debugName: 'screens',
              name: (id, bundle) => {
                const part = partOf(id, bundle);
                return [...tablesOfScreens.values()].find((name) => name === part) ?? null;
              },
            },
          ],
        },
        // An installed app knows its manifest by this address, so it is the one file of index.html without a hash.
        assetFileNames: ({ names }) =>
          names.includes('manifest.webmanifest') ? '[name][extname]' : 'assets/[name]-[hash][extname]',
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    // One origin, as in production, so that cookies and addresses behave the same.
    proxy: {
      '/api': `http://127.0.0.1:${process.env.API_PORT ?? '3001'}`,
      // Of `npm run dev` without a mail server (scripts/mailbox/mailbox.mjs).
      ...(process.env.MAILBOX_PORT
        ? { '^/mailbox(/|$|\\?)': `http://127.0.0.1:${process.env.MAILBOX_PORT}` }
        : {}),
    },
  },
});

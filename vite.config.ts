import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { build, defineConfig, type InlineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { chunks } from './scripts/app/chunks.ts';
import { calledOnLoad, loadedTogether } from './scripts/app/firstScripts.ts';
import { iconFiles } from './scripts/app/iconFiles.ts';
import { withoutDocumentation } from './scripts/app/withoutDocumentation.ts';

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
    iconFiles,
    calledOnLoad,
    loadedTogether,
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
        codeSplitting: { groups: chunks },
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

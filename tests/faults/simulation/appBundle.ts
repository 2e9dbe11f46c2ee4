import { Script } from 'node:vm';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type * as call from '../../../src/api/call.ts';
import type * as currentSession from '../../../src/session/currentSession.ts';
import type * as signIn from '../../../src/session/signIn.ts';
import type * as tokens from '../../../src/session/tokens.ts';
import type * as bills from '../../../src/offline/subjects/bills.ts';
import type * as receiptBooks from '../../../src/offline/subjects/receiptBooks.ts';
import type * as database from '../../../src/offline/engine/database.ts';
import type * as drafts from '../../../src/offline/engine/drafts.ts';
import type * as draftWrites from '../../../src/offline/engine/draftWrites.ts';
import type * as cacheKey from '../../../src/offline/engine/reads/cacheKey.ts';
import type * as cachedReads from '../../../src/offline/engine/reads/cachedReads.ts';
import type * as refreshCached from '../../../src/offline/engine/reads/refreshCached.ts';
import type * as outbox from '../../../src/offline/engine/outbox/outbox.ts';
import type * as replay from '../../../src/offline/engine/outbox/replay.ts';
import type * as revise from '../../../src/offline/engine/outbox/revise.ts';
import type * as unsentItems from '../../../src/offline/engine/outbox/unsentItems.ts';

/** What a tab and the service worker run of the product, as they run it. */
export type AppModules = typeof call &
  typeof currentSession &
  typeof signIn &
  typeof tokens &
  typeof bills &
  typeof receiptBooks &
  typeof database &
  typeof drafts &
  typeof draftWrites &
  typeof cacheKey &
  typeof cachedReads &
  typeof refreshCached &
  typeof outbox &
  typeof replay &
  typeof revise &
  typeof unsentItems &
  // Typed here, since the service worker's program sees a worker's library and this one a page's.
  { replayWith: (options: { eager?: boolean }) => Promise<unknown>; replayOrFail: () => Promise<void> };

const FILES = [
  'src/api/call.ts',
  ...['currentSession', 'signIn', 'tokens'].map((name) => `src/session/${name}.ts`),
  'sw/replaying.ts',
  'src/offline/subjects/bills.ts',
  'src/offline/subjects/receiptBooks.ts',
  'src/offline/engine/database.ts',
  ...['drafts', 'draftWrites'].map((name) => `src/offline/engine/${name}.ts`),
  ...['cacheKey', 'cachedReads', 'refreshCached'].map((name) => `src/offline/engine/reads/${name}.ts`),
  ...['outbox', 'replay', 'revise', 'unsentItems'].map((name) => `src/offline/engine/outbox/${name}.ts`),
];

/** The product's own code, bundled as for a browser: run in a fresh sandbox, it sets the global `app`. */
export async function bundleApp(): Promise<Script> {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const { outputFiles } = await build({
    stdin: { contents: FILES.map((file) => `export * from './${file}';`).join('\n'), resolveDir: root },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'app',
    platform: 'browser',
    jsx: 'automatic',
    target: 'es2022',
    define: {
      'import.meta.env': '{}',
      'process.env.NODE_ENV': '"production"',
      // What the phone's clock shows; as a type, `Date` stays itself.
      Date: 'PhoneDate',
    },
  });
  const [file] = outputFiles;
  if (!file) throw new Error('The product was not bundled.');
  return new Script(file.text, { filename: 'porchlight.js' });
}

import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildServer } from '../../../scripts/build.mjs';

// Below node_modules, where the build finds its packages.
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/porchlight', import.meta.url));

/** Programs with a part of the server that tests kill. */
const KILLED = [
  'tests/support/server/kills/deliveryProcess.ts',
  'tests/support/server/kills/postingProcess.ts',
  'tests/faults/autopay/autopayProcess.ts',
];

/** Builds the server once for all tests of a run, since it starts from a build in half of the CPU time. */
export default async function buildForTests(): Promise<() => Promise<void>> {
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(path.join(CACHE, 'build-'));
  await buildServer(folder, KILLED);
  process.env.SERVER_BUILD = folder;
  return () => rm(folder, { recursive: true });
}

// Runs `npm ci` if node_modules differs from package-lock.json. Imports only Node's modules: nothing is installed yet.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root, system } from './run.mjs';

/** @typedef {{ version?: string, optional?: boolean, devOptional?: boolean, peer?: boolean }} Locked */

/**
 * @param {string} file
 * @returns {Record<string, Locked>}
 */
const packages = (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8')).packages;

/** Whether npm's record of what it installed matches the lock file. */
function isInstalled() {
  if (!existsSync(path.join(root, 'node_modules/.package-lock.json'))) return false;
  const installed = packages('node_modules/.package-lock.json');
  return Object.entries(packages('package-lock.json')).every(
    ([where, { version, optional, devOptional }]) => {
      if (where === '') return true;
      const have = installed[where];
      // Optional packages are mostly those of other systems.
      return have ? have.version === version : optional === true || devOptional === true;
    },
  );
}

/** Runs `npm ci` unless everything is installed; ends the process if that fails. */
export async function installMissing() {
  if (isInstalled()) return;
  console.log('Installing packages …');
  const code = await system('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
  if (code === 0) return;
  console.error(
    'The packages could not be installed; npm says why above. The first start needs a connection.',
  );
  process.exit(1);
}

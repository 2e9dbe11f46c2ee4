// A fingerprint of the build's sources, so that a start builds only if something changed.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { root } from './run.mjs';

const sources = [
  'contract',
  'server',
  'src',
  'sw',
  'stripe-stand-in',
  'public',
  'scripts',
  'index.html',
  'manifest.webmanifest',
  'vite.config.ts',
  'tailwind.config.ts',
  'package-lock.json',
];

const stamp = path.join(root, 'dist/built-from.txt');

/**
 * Every file below a folder, or the file itself, as a path from the root.
 * @param {string} where
 * @returns {string[]}
 */
export function filesIn(where) {
  const full = path.join(root, where);
  if (!existsSync(full)) return [];
  if (statSync(full).isFile()) return [where];
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort();
}

/** The names of the server's commands, each a file of its own. */
export const serverCommands = () =>
  filesIn('server/commands')
    .map((file) => path.parse(file).name)
    .filter((name) => !['createBackup', 'runCommand'].includes(name));

/** The fingerprint of the sources and of the VITE_ variables, which vite writes into the app. */
export function fingerprint() {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesIn)) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(root, file)))
      .update('\0');
  }
  for (const [name, value] of Object.entries(process.env).sort()) {
    if (name.startsWith('VITE_')) hash.update(`${name}=${value}\0`);
  }
  return hash.digest('hex');
}

/** The fingerprint of the sources of the present build, if there is one. */
export const builtFrom = () => (existsSync(stamp) ? readFileSync(stamp, 'utf8') : undefined);

export { stamp };

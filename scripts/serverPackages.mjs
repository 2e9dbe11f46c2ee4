// Deletes from node_modules what the built server does not import, such as the packages of the app, which are in its bundle.
// For the image (Dockerfile), after `npm ci --omit=dev`.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isProgram, root } from './run.mjs';

/** @typedef {{ dependencies?: Record<string, string>, optionalDependencies?: Record<string, string>, peerDependencies?: Record<string, string> }} Manifest */

const modules = path.join(root, 'node_modules');

/** @param {string} file */
const json = (file) => JSON.parse(readFileSync(file, 'utf8'));

/**
 * Where Node finds a package that another one imports: nearest to it; undefined for one of another system.
 * @param {string} name
 * @param {string} from the folder of the package that imports it
 * @returns {string | undefined}
 */
function find(name, from) {
  for (let folder = from; folder.startsWith(root); folder = path.dirname(folder)) {
    const found = path.join(folder, 'node_modules', name);
    if (existsSync(path.join(found, 'package.json'))) return found;
  }
  return undefined;
}

/**
 * The folders of these packages and of all that they need.
 * @param {string[]} names
 */
function reachable(names) {
  /** @type {Set<string>} */
  const folders = new Set();
  const waiting = names.map((name) => ({ name, from: root }));
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const folder = find(next.name, next.from);
    if (!folder || folders.has(folder)) continue;
    folders.add(folder);
    /** @type {Manifest} */
    const { dependencies, optionalDependencies, peerDependencies } = json(path.join(folder, 'package.json'));
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      waiting.push({ name, from: folder });
    }
  }
  return folders;
}

/** The folders of the packages directly in node_modules. */
function installed() {
  return readdirSync(modules)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(path.join(modules, name)).map((part) => `${name}/${part}`) : [name],
    )
    .map((name) => path.join(modules, name));
}

/** Deletes the packages that the built server does not need, and returns how many are left. */
export function keepServerPackages() {
  const needed = reachable(json(path.join(root, 'dist/server/packages.json')));
  const folders = installed();
  for (const folder of folders) if (!needed.has(folder)) rmSync(folder, { recursive: true });
  return folders.filter((folder) => needed.has(folder)).length;
}

if (isProgram(import.meta.url)) console.log(`${keepServerPackages()} packages are left for the server`);

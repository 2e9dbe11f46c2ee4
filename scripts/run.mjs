// Runs programs; tools by their JavaScript file, so that no shell and no `.cmd` is needed.
import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/**
 * What the server's process is started with. From 32 KiB on the allocator asks the system, and gives back what is freed; else what V8
 * compiled with stays in the arenas of its threads. The Dockerfile has the same.
 */
export const serverEnvironment = { MALLOC_MMAP_THRESHOLD_: '32768' };

/**
 * The JavaScript file of a package's command, to run with this Node.
 * @param {string} packageName
 * @param {string} [command] the command's name, where it differs from the package's
 */
export function tool(packageName, command = packageName) {
  const folder = path.join(root, 'node_modules', packageName);
  const { bin } = /** @type {{ bin: string | Record<string, string> }} */ (
    createRequire(import.meta.url)(path.join(folder, 'package.json'))
  );
  const file = typeof bin === 'string' ? bin : bin[command];
  if (!file) throw new Error(`${packageName} has no command ${command}`);
  return path.join(folder, file);
}

/** @type {AsyncLocalStorage<number>} */
const priorities = new AsyncLocalStorage();

/** As `nice` counts: about a third of the processor's time that others get. With less, what tests wait for takes minutes. */
const BACKGROUND = 5;

/**
 * Does work whose scripts leave most of the processor's time to others, where all want it.
 * @template T
 * @param {() => Promise<T>} work
 */
export const inBackground = (work) => priorities.run(BACKGROUND, work);

/**
 * Runs a script with Node and returns its output; never rejects.
 * @param {string[]} args
 * @param {{ env?: Record<string, string | undefined> }} [options]
 * @returns {Promise<{ ok: boolean, stdout: string, stderr: string }>}
 */
export function node(args, { env } = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const priority = priorities.getStore();
    if (priority !== undefined && child.pid !== undefined) os.setPriority(child.pid, priority);
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (chunk) => (stdout += chunk));
    child.stderr.setEncoding('utf8').on('data', (chunk) => (stderr += chunk));
    child.on('error', (error) => resolve({ ok: false, stdout, stderr: `${stderr}${error.message}\n` }));
    child.on('close', (code) => resolve({ ok: code === 0, stdout, stderr }));
  });
}

/**
 * Runs a command of the system with this process's output.
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<number>} its exit code; 127 if there is no such command
 */
export function system(command, args) {
  return new Promise((resolve) => {
    // On Windows npm is npm.cmd, which needs a shell.
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32',
    });
    child.on('error', () => resolve(127));
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/** Ends the process with a message if this Node is older than package.json's `engines` asks for. */
export function checkNode() {
  const { engines } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const [major = 0, minor = 0] = engines.node
    .replace(/[^\d.]/g, '')
    .split('.')
    .map(Number);
  const [haveMajor = 0, haveMinor = 0] = process.versions.node.split('.').map(Number);
  if (haveMajor > major || (haveMajor === major && haveMinor >= minor)) return;
  console.error(
    `Porchlight needs Node ${major}.${minor} or newer; this is ${process.versions.node}. See https://nodejs.org`,
  );
  process.exit(1);
}

/** @param {number} since a value of `performance.now()` */
export const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/**
 * Whether this module is the program, rather than imported. Compares real paths: below a symbolic link the program
 * would otherwise do nothing.
 * @param {string} url the module's own `import.meta.url`
 */
export const isProgram = (url) => realpathSync(process.argv[1] ?? '') === realpathSync(fileURLToPath(url));

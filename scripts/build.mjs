// Builds the app and its service worker (vite) and the server (esbuild) into dist/.
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { readArguments } from './arguments.mjs';
import { checkNode, isProgram, node, root, seconds, tool } from './run.mjs';
import { builtFrom, filesIn, fingerprint, serverCommands, stamp } from './sources.mjs';

async function buildApp() {
  const { ok, stdout, stderr } = await node([tool('vite'), 'build', '--logLevel', 'warn']);
  if (!ok) throw new Error(`vite could not build the app:\n${stdout}${stderr}`);
  // The PWA plugin's build of the service worker ignores the log level on stdout; warnings go to stderr.
  if (stderr) console.warn(stderr.trim());
  const { drawPublicPages } = await import('./publicPages.mjs');
  await drawPublicPages();
  const { compressFolder } = await import('./compress.mjs');
  await compressFolder(path.join(root, 'dist/app'));
}

/**
 * Builds the server into `server` below a folder.
 * @param {string} [dist]
 * @param {string[]} [others] programs of tests that are built beside it
 */
export async function buildServer(dist = path.join(root, 'dist'), others = []) {
  const commands = serverCommands().map((name) => `server/commands/${name}.ts`);
  const esbuild = await import('esbuild');
  const outdir = path.join(dist, 'server');
  rmSync(outdir, { recursive: true, force: true });
  const { metafile } = await esbuild.build({
    absWorkingDir: root,
    metafile: true,
    // Each program is at the top level: dist/server/main.js, dist/server/backup.js …
    entryPoints: ['server/main.ts', ...commands, ...others].map((file) => ({
      in: file,
      out: path.parse(file).name,
    })),
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    packages: 'external',
    sourcemap: true,
    logLevel: 'warning',
    plugins: [moduleUrl],
  });
  // Files that are read at run time are copied to the same place: migrations, the stand-in's browser files.
  for (const file of [...filesIn('server'), ...filesIn('stripe-stand-in')]) {
    if (/\.tsx?$|tsconfig\.json$/.test(file)) continue;
    cpSync(path.join(root, file), path.join(dist, file));
  }
  // The threads are copied and not bundled.
  const threads = filesIn('server').filter((file) => file.endsWith('.mjs'));
  const { metafile: ofThreads } = await esbuild.build({
    absWorkingDir: root,
    metafile: true,
    write: false,
    entryPoints: threads,
    outdir,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
  });
  const packages = [...packagesIn(metafile), ...packagesIn(ofThreads)];
  writeFileSync(path.join(outdir, 'packages.json'), `${JSON.stringify([...new Set(packages)].sort())}\n`);
}

/**
 * The packages that a build leaves outside, and Node's own modules not.
 * @param {import('esbuild').Metafile} metafile
 */
function packagesIn({ outputs }) {
  return Object.values(outputs)
    .flatMap(({ imports }) => imports)
    .filter(({ path: name, external }) => external && !isBuiltin(name))
    .map(({ path: name }) =>
      name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/'),
    );
}

/**
 * In a bundle `import.meta.url` is the bundle's. This replaces it by the module's own URL below dist/, so that
 * `new URL('./migrations/', import.meta.url)` means the same before and after the build.
 * @type {import('esbuild').Plugin}
 */
const moduleUrl = {
  name: 'module-url',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, async ({ path: file }) => {
      const { readFile } = await import('node:fs/promises');
      const source = await readFile(file, 'utf8');
      if (!source.includes('import.meta.url')) return undefined;
      const relative = path.relative(path.join(root, 'server'), file).split(path.sep).join('/');
      const own = `new URL(${JSON.stringify(relative)}, import.meta.url).href`;
      return { contents: source.replaceAll('import.meta.url', own), loader: 'ts' };
    });
  },
};

/** Builds everything. */
export async function build() {
  const from = fingerprint();
  rmSync(stamp, { force: true });
  await Promise.all([buildApp(), buildServer()]);
  writeFileSync(stamp, from);
}

/** Builds if any source changed since the last build. */
export async function buildIfStale() {
  if (builtFrom() === fingerprint()) return;
  const began = performance.now();
  console.log('Building …');
  await build();
  console.log(`Built in ${seconds(began)}`);
}

if (isProgram(import.meta.url)) {
  readArguments('npm run build\n  Builds the app, its service worker and the server into dist/.', {});
  checkNode();
  const began = performance.now();
  await build();
  console.log(`Built dist/app and dist/server in ${seconds(began)}`);
}

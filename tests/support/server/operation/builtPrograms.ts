import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

/** A module of the build finds the files beside its source. */
const besideSource: Plugin = {
  name: 'beside-source',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/](contract|scripts|server|tests)[\\/].*\.(ts|mjs)$/ }, ({ path: file }) => ({
      contents: readFileSync(file, 'utf8').replaceAll(
        'import.meta.url',
        JSON.stringify(pathToFileURL(file).href),
      ),
      loader: file.endsWith('.ts') ? 'ts' : 'js',
    }));
  },
};

/**
 * Builds programs that `tsx` would run, since reading the sources of one takes two to four seconds of CPU time. Answers
 * the file to run for each.
 */
export async function buildPrograms(
  sources: readonly string[],
  folder: string,
): Promise<Map<string, string>> {
  await build({
    entryPoints: [...sources],
    outdir: folder,
    outbase: '.',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    logLevel: 'warning',
    plugins: [besideSource],
  });
  return new Map(sources.map((file) => [file, path.join(folder, file.replace(/\.ts$/, '.js'))]));
}

import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

// The scripts that a start runs, by the names that scripts/app/chunks.ts gives them.

/** Files most functions of which run before the first screen stands there. */
const CALLED_ON_LOAD = ['index', 'signedIn'];

/** What the signed-in screens need beside the first script. */
const OF_SIGNED_IN = ['signedIn', 'common'];

/** https://github.com/WICG/explicit-javascript-compile-hints-file-based: it counts at the top of a file alone. */
const HINT = '//# allFunctionsCalledOnLoad';

/**
 * Says of the scripts of a start that their functions are called as they load. Chromium then compiles them while they arrive, on another
 * thread than the page's, instead of one by one at their first call. To other browsers it is a comment.
 */
export const calledOnLoad: Plugin = {
  name: 'called-on-load',
  apply: 'build',
  // A file's name changes with what is in it.
  augmentChunkHash: ({ name }) => (CALLED_ON_LOAD.includes(name) ? HINT : undefined),
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const name of CALLED_ON_LOAD) {
        const chunk = chunkOf(bundle, name);
        chunk.code = `${HINT}\n${chunk.code}`;
        // The map is a file already, and has no line for the comment.
        const map = bundle[`${chunk.fileName}.map`];
        if (map?.type !== 'asset') throw new Error(`${chunk.fileName} has no source map.`);
        const { mappings, ...rest } = JSON.parse(map.source.toString()) as { mappings: string };
        map.source = JSON.stringify({ ...rest, mappings: `;${mappings}` });
      }
    },
  },
};

/** Has the shell of the app load these together with the first script, which would ask for them only once it runs. */
export const loadedTogether: Plugin = {
  name: 'loaded-together',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) =>
      OF_SIGNED_IN.map((name): HtmlTagDescriptor => {
        const href = `/${chunkOf(bundle, name).fileName}`;
        return {
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href, 'data-signed-in': true },
          injectTo: 'head',
        };
      }),
  },
};

function chunkOf(bundle: Rolldown.OutputBundle, name: string): Rolldown.OutputChunk {
  const chunk = Object.values(bundle).find((each) => each.type === 'chunk' && each.name === name);
  if (chunk?.type !== 'chunk') throw new Error(`The build has made no script named ${name}.`);
  return chunk;
}

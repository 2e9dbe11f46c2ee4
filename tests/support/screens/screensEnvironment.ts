import { builtinEnvironments, type Environment } from 'vitest/runtime';

/** jsdom, but with the modules built as Node's: the real server runs in the same process as the screens. */
export default {
  ...builtinEnvironments.jsdom,
  name: 'screens',
  viteEnvironment: 'ssr',
  setup(global: typeof globalThis, options) {
    // Newer Nodes have their own, in a file, in whose place the page's would not come.
    for (const name of ['localStorage', 'sessionStorage']) Reflect.deleteProperty(global, name);
    return builtinEnvironments.jsdom.setup(global, options);
  },
} satisfies Environment;

import { builtinEnvironments, type Environment } from 'vitest/runtime';

/** jsdom, but with the modules built as Node's: the real server runs in the same process as the screens. */
export default {
  ...builtinEnvironments.jsdom,
  name: 'screens',
  viteEnvironment: 'ssr',
} satisfies Environment;

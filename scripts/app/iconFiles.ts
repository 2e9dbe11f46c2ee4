import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Visitor, type Plugin } from 'vite';

const PACKAGE = 'lucide-react';

/** The file of each icon, by each of its names, as the package's own index says it. */
function readIndex(): Map<string, string> {
  const index = createRequire(import.meta.url).resolve(`${PACKAGE}/dist/esm/lucide-react.mjs`);
  const files = new Map<string, string>();
  for (const [, names = '', file = ''] of readFileSync(index, 'utf8').matchAll(
    /export \{([^}]*)\} from '\.\/(icons\/[\w-]+\.mjs)'/g,
  )) {
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) files.set(name, file);
  }
  return files;
}

let files: Map<string, string> | undefined;

/**
 * Imports each icon from its own file. Through the package's index every module that shows one icon seems to import them
 * all, so those of every screen would be loaded with the first.
 */
export const iconFiles: Plugin = {
  name: 'icon-files',
  apply: 'build',
  transform: {
    // After the types are gone.
    order: 'post',
    filter: { id: /[\\/]src[\\/].*\.tsx?$/, code: PACKAGE },
    handler(code) {
      files ??= readIndex();
      const known = files;
      let changed = code;
      new Visitor({
        ImportDeclaration({ source, specifiers, start, end }) {
          if (source.value !== PACKAGE) return;
          const imports = specifiers.map((each) => {
            const name =
              each.type === 'ImportSpecifier' && each.imported.type === 'Identifier'
                ? each.imported.name
                : each.local.name;
            const file = known.get(name);
            if (!file) throw new Error(`${PACKAGE} has no file of its own for ${name}.`);
            return `import ${each.local.name} from '${PACKAGE}/dist/esm/${file}';`;
          });
          changed = changed.replace(code.slice(start, end), imports.join(' '));
        },
      }).visit(this.parse(code));
      return { code: changed, map: null };
    },
  },
};

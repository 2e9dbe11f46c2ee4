import { Visitor, type Plugin } from 'vite';

/** What a row of the contract's table has for its documentation alone, which a phone would load with each visit. */
const DOCUMENTATION = new Set(['summary', 'refuses']);

/** Takes the texts of the documentation out of the contract's table. Blanks keep each place in the file. */
export const withoutDocumentation: Plugin = {
  name: 'without-documentation',
  apply: 'build',
  transform: {
    // After the types are gone.
    order: 'post',
    filter: { id: /[\\/]contract[\\/].*\.ts$/ },
    handler(code) {
      let without = code;
      new Visitor({
        ObjectExpression({ properties }) {
          const named = new Map(
            properties.flatMap((each) =>
              each.type === 'Property' && each.key.type === 'Identifier' ? [[each.key.name, each]] : [],
            ),
          );
          if (!named.has('method') || !named.has('path')) return;
          for (const [name, { start, end }] of named) {
            if (!DOCUMENTATION.has(name)) continue;
            const comma = /^\s*,/.exec(code.slice(end))?.[0] ?? '';
            const text = code.slice(start, end) + comma;
            without = without.slice(0, start) + text.replace(/\S/g, ' ') + without.slice(start + text.length);
          }
        },
      }).visit(this.parse(code));
      return { code: without, map: null };
    },
  },
};

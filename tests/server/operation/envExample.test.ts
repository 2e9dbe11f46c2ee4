import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { Environment } from '../../../server/configuration/environment.ts';
import { readPage } from '../../support/pages.ts';

const example = parseEnv(readPage('.env.example'));
const settings = Object.entries(Environment.shape);

test('.env.example has every setting of the server, and no other', () => {
  expect(Object.keys(example).sort()).toEqual(settings.map(([name]) => name).sort());
});

test.each(settings)('.env.example gives %s its default', (name, schema) => {
  const byDefault = schema.parse(undefined);
  const written = example[name];
  expect(schema.parse(written || undefined)).toEqual(byDefault);
  // An empty line stands for a setting without a default; a list without entries is none either.
  if (!written) expect([undefined, []]).toContainEqual(byDefault);
});

test('docs/deploy.md explains every setting', () => {
  const table = readPage('docs/deploy.md');
  for (const [name] of settings) expect(table).toContain(`\`${name}\``);
});

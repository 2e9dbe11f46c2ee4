import { expect, test } from 'vitest';
import { ENGINES } from '../engines/driver/device.ts';
import { scenarios } from '../engines/scenarios/list.ts';
import { readPage } from '../support/pages.ts';

test('docs/browsers.md lists each scenario with the engines that run it', () => {
  const rows = [...readPage('docs/browsers.md').matchAll(/^\| (.+) \|$/gm)].map(([, row = '']) =>
    row.split('|').map((cell) => cell.trim()),
  );
  for (const { title, wholeListOnly, cannot } of scenarios) {
    const expected = ENGINES.map((engine) => (cannot?.[engine] ? `no: ${cannot[engine]}` : 'yes'));
    expect(rows).toContainEqual([title, ...expected, wholeListOnly ? 'no' : 'WebKit, Firefox']);
  }
  expect(rows.filter((cells) => cells.length === 5)).toHaveLength(scenarios.length + 2);
});

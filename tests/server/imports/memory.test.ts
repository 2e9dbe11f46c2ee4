import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const PROGRAM = fileURLToPath(
  new URL('../../support/server/imports/hostileSheetProcess.ts', import.meta.url),
);
/** Of which the process and its modules take half. */
const MEMORY_MB = 96;

const ROW = 'has more than 100,000 characters. A quotation mark may be missing in it.';

test('ten CSV files of 5 MB, hostile in any way, are refused before they take memory', async () => {
  const reading = fork(PROGRAM, [], {
    execArgv: [`--max-old-space-size=${MEMORY_MB}`, '--import', 'tsx'],
    stdio: 'ignore',
  });
  onTestFinished(() => void reading.kill());
  const ended = once(reading, 'exit').then(() => ['The process is out of memory.']);
  const refusalOf = async (repeated: string, start = '') => {
    reading.send({ start, repeated });
    const [said] = (await Promise.race([once(reading, 'message'), ended])) as [string];
    return said;
  };
  const found = {
    'delimiters alone': await refusalOf(','),
    'short cells in one row': await refusalOf('a;'),
    'empty cells in quotes': await refusalOf('"",'),
    'quotes that close nothing': await refusalOf('"x', '"'),
    'a quote that nothing closes': await refusalOf('a,\n', 'Name\n"'),
    'one cell': await refusalOf('x'),
    'long cells': await refusalOf(`${'x'.repeat(20_000)}\n`, 'Name\n'),
    'wide rows': await refusalOf(`${'a,'.repeat(524)}\n`),
    'line breaks alone': await refusalOf('\n'),
  };
  expect(found).toEqual({
    'delimiters alone': `Line 1 of "0.csv" ${ROW}`,
    'short cells in one row': `Line 1 of "0.csv" ${ROW}`,
    'empty cells in quotes': `Line 1 of "0.csv" ${ROW}`,
    'quotes that close nothing': `Line 1 of "0.csv" ${ROW}`,
    'a quote that nothing closes': `Line 2 of "0.csv" ${ROW}`,
    'one cell': `Line 1 of "0.csv" ${ROW}`,
    'long cells': 'Line 2 of "0.csv" has a cell of more than 10,000 characters.',
    'wide rows': '"0.csv" has more than 100 columns.',
    'line breaks alone': 'An import takes at most 10,000 rows. Please split the files.',
  });
});

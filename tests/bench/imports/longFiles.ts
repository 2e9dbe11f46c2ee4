// `node --import tsx tests/bench/imports/longFiles.ts`: how long files of 5 MB keep everyone else waiting, in any of the forms that
// an import reads, and how much memory they take. Ten that are sent at once have more rows than an import takes, and are refused.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ImportPreview } from '../../../contract/imports/importPreview.ts';
import { MAX_IMPORT_ROWS, MAX_SHEET_BYTES } from '../../../contract/imports/imports.ts';
import type { SheetFile } from '../../support/server/sheets.ts';
import { testServer } from '../../support/server/server.ts';
import { openDocument } from '../../support/server/openDocument.ts';
import { workbook } from '../../support/server/workbook.ts';
import { say } from '../figure.ts';

const FILES = 10;
const MEGABYTE = 1024 * 1024;
/** How often the memory is looked at, in milliseconds. */
const SAMPLE = 20;

const HEADINGS = ['Property', 'Address', 'Unit', 'Tenant', 'Email', 'Rent', 'Balance due', 'Notes'];
const rows = Array.from({ length: MAX_IMPORT_ROWS - 1 }, (_, index) => [
  'Oak Hall',
  '9 Oak Street',
  `U${index}`,
  `Jo Roe ${index}`,
  `jo${index}@example.com`,
  '1250.50',
  '45.00',
]);
const lines = rows.map((cells) => cells.join(','));
const textLength = lines.reduce((length, line) => length + line.length + 2, 0);
/** Fills each line up, so that the file has 5 MB. */
const notes = 'x'.repeat(Math.floor((MAX_SHEET_BYTES - textLength) / rows.length) - 1);
const roll = [HEADINGS.join(','), ...lines.map((line) => `${line},${notes}`)].join('\n');
const cells = [HEADINGS, ...rows.map((row) => [...row, notes])];

const server = await testServer({ NODE_ENV: 'production' });
const as = await server.token('manager');

async function measure(what: string, files: readonly SheetFile[]): Promise<void> {
  const form = new FormData();
  for (const { name, content } of files) form.append('files', new Blob([content as BlobPart]), name);
  global.gc?.();
  const before = process.memoryUsage.rss();
  let most = before;
  const sampling = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), SAMPLE);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const began = performance.now();
  const answer = await server.call('POST', '/imports/preview', { as, form });
  const seconds = (performance.now() - began) / 1000;
  delay.disable();
  clearInterval(sampling);
  const said =
    answer.statusCode === 200
      ? `${answer.json<ImportPreview>().adds.units} units are planned`
      : `${answer.statusCode} ${answer.json<{ message: string }>().message}`;
  say(
    `${what}: ${said}, ${seconds.toFixed(1)} s, longest wait of others ${(delay.max / 1e6).toFixed(0)} ms, ` +
      `memory +${((most - before) / MEGABYTE).toFixed(0)} MB`,
  );
}

const csv = { name: 'roll.csv', content: roll };
// The first run of a function is not what a server does all day.
await measure('To begin with, one CSV file of 5 MB', [csv]);
await measure('One CSV file of 5 MB', [csv]);
await measure('One .xlsx workbook of 10,000 rows', [
  { name: 'roll.xlsx', content: workbook({ Roll: cells }) },
]);
await measure('One .ods spreadsheet of 10,000 rows', [
  { name: 'roll.ods', content: openDocument({ Roll: cells }) },
]);
await measure(
  `${FILES} CSV files of 5 MB`,
  Array.from({ length: FILES }, (_, index) => ({ name: `${index}.csv`, content: roll })),
);
await server.close();
// The embedded database would keep the process.
process.exit(0);

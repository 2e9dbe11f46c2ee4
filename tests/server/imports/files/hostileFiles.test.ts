import type { Worker } from 'node:worker_threads';
import { zipSync } from 'fflate';
import { expect, onTestFinished } from 'vitest';
import type { Failure } from '../../../../contract/http/failure.ts';
import { MAX_SHEET_BYTES } from '../../../../contract/imports/imports.ts';
import { sendPreview, type SheetFile } from '../../../support/server/sheets.ts';
import { workbook } from '../../../support/server/workbook.ts';
import { manager, server, test } from '../../../support/server/world.ts';
import { PEOPLE } from '../../../support/server/imports/files.ts';

test('an XML entity of a workbook is never expanded', async () => {
  const laughs = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map((name, index, all) => {
    const text = index === 0 ? 'ha' : `&${all[index - 1]};`.repeat(10);
    return `<!ENTITY ${name} "${text}">`;
  });
  const prolog = `<!DOCTYPE lolz [<!ENTITY file SYSTEM "file:///etc/passwd">${laughs.join('')}]>`;
  const content = Buffer.from(
    workbook(
      {
        People: [
          ['Name', 'Email', 'Unit'],
          ['ENTITY Roe', 'jo@example.com', '102'],
        ],
      },
      { prolog },
    ),
  );
  const answer = await sendPreview([{ name: 'people.xlsx', content }]);
  expect(answer.body).not.toContain('root:');
  expect(answer.body.length).toBeLessThan(5000);
});

test('a workbook that unpacks to too much is refused before it is unpacked, and one that lies about it too', async () => {
  const zeros = new Uint8Array(60 * 1024 * 1024);
  const bomb = zipSync({ 'xl/workbook.xml': zeros }, { level: 9 });
  expect(bomb.length).toBeLessThan(MAX_SHEET_BYTES);
  const refused = await sendPreview([{ name: 'bomb.xlsx', content: bomb }]);
  expect([refused.statusCode, refused.json<Failure>().message]).toEqual([
    413,
    '"bomb.xlsx" contains too much for an import. Please split it.',
  ]);

  // The sizes in the directory of the archive say 1 KB instead.
  const liar = Buffer.from(bomb);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(zeros.length);
  for (let at = liar.indexOf(size); at >= 0; at = liar.indexOf(size, at + 1)) liar.writeUInt32LE(1024, at);
  expect((await sendPreview([{ name: 'liar.xlsx', content: liar }])).statusCode).toBe(400);
});

test('a text that many cells of a small workbook share is counted for each of them', async () => {
  const cells = (rows: number, columns: number) =>
    Array.from({ length: rows }, () => Array.from({ length: columns }, () => ({ shared: 0 })));
  const refusalOf = async (shared: string, rows: number, columns: number) => {
    const content = workbook({ People: [['Name'], ...cells(rows, columns)] }, { shared: [shared] });
    expect(content.length).toBeLessThan(100_000);
    const answer = await sendPreview([{ name: 'shared.xlsx', content }]);
    return [answer.statusCode, answer.json<Failure>().message];
  };
  expect(await refusalOf('x'.repeat(10_001), 1, 1)).toEqual([
    400,
    'Line 2 of "People" in "shared.xlsx" has a cell of more than 10,000 characters.',
  ]);
  // 25 MB as they are passed on.
  expect(await refusalOf('x'.repeat(10_000), 100, 25)).toEqual([
    413,
    '"shared.xlsx" contains too much for an import. Please split it.',
  ]);
  expect(await refusalOf('x', 1, 101)).toEqual([400, '"shared.xlsx" has more than 100 columns.']);
  expect(await refusalOf('x', 10_000, 1)).toEqual([
    413,
    'An import takes at most 10,000 rows. Please split the files.',
  ]);
});

test('a file of line breaks alone is not read to its end', async () => {
  const blank = { name: 'blank.csv', content: Buffer.alloc(MAX_SHEET_BYTES, '\n') };
  const answer = await sendPreview([blank, { name: 'people.csv', content: PEOPLE }]);
  expect([answer.statusCode, answer.json<Failure>().message]).toEqual([
    413,
    'An import takes at most 10,000 rows. Please split the files.',
  ]);
});

/** The most threads that ran at once while these files were read at the same time, how many still run, and how many there were. */
async function threadsOf(files: readonly SheetFile[]): Promise<number[]> {
  let [running, most, all] = [0, 0, 0];
  const count = (thread: Worker) => {
    running += 1;
    all += 1;
    most = Math.max(most, running);
    thread.once('exit', () => (running -= 1));
  };
  process.on('worker', count);
  onTestFinished(() => void process.off('worker', count));
  await Promise.all(files.map((file) => sendPreview([file])));
  return [most, running, all];
}

test('one workbook is read at a time', async () => {
  const content = workbook({ People: [['Name', 'Email', 'Unit']] });
  expect(await threadsOf([1, 2, 3].map((n) => ({ name: `${n}.xlsx`, content })))).toEqual([1, 0, 3]);
});

test('a CSV file is parsed in such a thread too, so that it stops nobody', async () => {
  const content = PEOPLE;
  expect(await threadsOf([1, 2, 3].map((n) => ({ name: `${n}.csv`, content })))).toEqual([1, 0, 3]);
});

test('a workbook that says it has a million rows and columns ends its own thread alone', async () => {
  const far = workbook({
    People: [
      ['Name', 'Email', 'Unit'],
      ['Jo Roe', 'jo@example.com', '102'],
    ],
  });
  const { unzipSync } = await import('fflate');
  const entries = unzipSync(far);
  const name = 'xl/worksheets/sheet1.xml';
  const sheet = Buffer.from(entries[name]!)
    .toString()
    .replace('</sheetData>', '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>');
  const content = zipSync({ ...entries, [name]: Buffer.from(sheet) });
  const answer = await sendPreview([{ name: 'far.xlsx', content }]);
  expect([400, 413]).toContain(answer.statusCode);
  expect((await server.call('GET', '/units', { as: manager })).statusCode).toBe(200);
});

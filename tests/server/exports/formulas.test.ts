import { text as textOfStream } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import sqlTag from 'sql-template-tag';
import { expect } from 'vitest';
import { csvFiles } from '../../../server/export/csvParts.ts';
import { receivedFile } from '../../../server/http/input/receivedFile.ts';
import { readSheets } from '../../../server/resources/imports/files/readSheets.ts';
import { tries } from '../../support/server/hostile.ts';
import { server, test } from '../../support/server/world.ts';

/** What spreadsheets may take for the beginning of a formula, and what an export or an import treats in a way of its own. */
const beginning = fc.constantFrom(
  ...['=', '+', '-', '@', '\t', '\r', '\n', '"', "'", "''", ' ', '\u00a0', '\u200b', '＝', '＋', '－', '＠'],
  ...['=1+1', '-5', '-5.25', "'-5", "'=1", '-5,', '"=1"', '', 'a'],
);
const rest = fc.string({ unit: fc.constantFrom(...Array.from('=+-@\'"ab1,;|. \t\r\n')), maxLength: 8 });
const hostileText = fc
  .tuple(fc.array(beginning, { maxLength: 3 }), rest)
  .map(([beginnings, end]) => `${beginnings.join('')}${end}`);

/** The CSV file that an export writes of these rows. */
async function exported(rows: string[][]): Promise<string> {
  const columns = ['One', 'Two', 'Three'].map((name) => ({ name, says: '' }));
  const file = {
    ...{ path: 'texts', says: '', columns, limits: { rows: 1000, bytes: 1_000_000 } },
    query: sqlTag`select row as cells, null as together from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as row`,
  };
  return server.database.transaction(async (sql) => {
    for await (const { parts } of csvFiles(sql, file)) return textOfStream(Readable.from(parts));
    throw new Error('An export without a file.');
  });
}

test('a text that begins like a formula is none in an export, and comes back as it was by an import', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(hostileText, { minLength: 10, maxLength: 40 }), async (texts) => {
      const rows = texts.map((each) => [each, each, 'end']);
      const csv = await exported(rows);
      for (const [, cell = ''] of csv.matchAll(/(?<=^|,|\n)"((?:[^"]|"")*)"/g)) {
        const isAmount = /^-?\d+(?:\.\d+)?$/.test(cell);
        expect(isAmount || !/^(?:[\t\r\n]|[\s\p{C}]*[=+\-@＝＋－＠])/u.test(cell), cell).toBe(true);
      }
      const [sheet] = await readSheets([receivedFile('texts.csv', Buffer.from(csv))]);
      expect(sheet!.rows.slice(1)).toEqual(rows);
    }),
    tries(15),
  );
});

import type { Failure } from '../../../contract/http/failure.ts';
import { expect, onTestFinished } from 'vitest';
import { inTurn } from '../../../server/resources/imports/inTurn.ts';
import { csv, sendImport, sendPreview } from '../../support/server/sheets.ts';
import { planOf } from '../../support/server/imports/planOf.ts';
import { workbook } from '../../support/server/workbook.ts';
import { server, test } from '../../support/server/world.ts';

test('the files of an import together have no more text than one of them may have', async () => {
  const wide = workbook(
    {
      People: [
        ['Name'],
        ...Array.from({ length: 70 }, () => Array.from({ length: 15 }, () => ({ shared: 0 }))),
      ],
    },
    { shared: ['x'.repeat(10_000)] },
  );
  const files = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ name: `${index}.xlsx`, content: wide }));
  await expect(planOf(files(2))).rejects.toMatchObject({
    status: 413,
    message: 'These files contain too much for one import. Please import them one after the other.',
  });
  const text = `Name,Notes\n${`Jo,${'x'.repeat(9_000)}\n`.repeat(500)}`;
  await expect(
    planOf(Array.from({ length: 5 }, (_, index) => ({ name: `${index}.csv`, content: Buffer.from(text) }))),
  ).rejects.toMatchObject({ status: 413 });
});

const FILE = csv('people.csv', 'Name,Email,Unit', 'Jo Roe,jo@example.com,102');

test('a few imports wait, and further ones are refused in words as long as one runs', async () => {
  let finish: (() => void) | undefined;
  const running = new Promise<void>((resolve) => void (finish = resolve));
  const waiting = [0, 1, 2, 3, 4, 5].map((number) => inTurn(() => running.then(() => number)));
  const refused = await sendPreview([FILE]);
  expect([refused.statusCode, refused.headers['retry-after'], refused.json<Failure>().message]).toEqual([
    503,
    '10',
    'The server is reading other imports just now. Please try again in a moment.',
  ]);
  finish!();
  expect(await Promise.all(waiting)).toEqual([0, 1, 2, 3, 4, 5]);
  expect((await sendPreview([FILE])).statusCode).toBe(200);
});

// Last, since what it adds stays.
test('one import at a time is read and answered: none is read while another is planned', async () => {
  const { database } = server.app.context;
  const { transaction } = database;
  let inside = 0;
  let threads = 0;
  let readMeanwhile = 0;
  let most = 0;
  const began = () => {
    threads += 1;
    if (inside > 0) readMeanwhile += 1;
  };
  process.on('worker', began);
  database.transaction = (async (...args: Parameters<typeof transaction>) => {
    most = Math.max(most, (inside += 1));
    try {
      await new Promise((resolve) => void setTimeout(resolve, 100));
      return await transaction.apply(database, args);
    } finally {
      inside -= 1;
    }
  }) as typeof transaction;
  onTestFinished(() => {
    database.transaction = transaction;
    process.off('worker', began);
  });
  const answers = await Promise.all([sendPreview([FILE]), sendImport([FILE]), sendPreview([FILE])]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 201, 200]);
  expect([threads, readMeanwhile, most]).toEqual([3, 0, 1]);
});

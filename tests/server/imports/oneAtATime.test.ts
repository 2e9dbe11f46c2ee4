import { Readable } from 'node:stream';
import type { Failure } from '../../../contract/http/failure.ts';
import { expect, onTestFinished } from 'vitest';
import { receivedFile } from '../../../server/http/input/receivedFile.ts';
import { readSheets } from '../../../server/resources/imports/files/readSheets.ts';
import { importTurns } from '../../../server/resources/imports/importTurns.ts';
import { csv, sendImport, sendPreview } from '../../support/server/sheets.ts';
import { planOf } from '../../support/server/imports/planOf.ts';
import { workbook } from '../../support/server/workbook.ts';
import { manager, server, test } from '../../support/server/world.ts';

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
  const turns = [1, 2, 3, 4, 5, 6, 7].map(() => importTurns.receive());
  const refused = await sendPreview([FILE]);
  expect([refused.statusCode, refused.headers['retry-after'], refused.json<Failure>().message]).toEqual([
    503,
    '10',
    'The server is reading other imports just now. Please try again in a moment.',
  ]);
  for (const turn of turns) (await turn)();
  expect((await sendPreview([FILE])).statusCode).toBe(200);
});

test('the files of two imports are held at most: those of a third are received once one of them is answered', async () => {
  const [endFirst, endSecond] = [await importTurns.receive(), await importTurns.receive()];
  const form = new FormData();
  form.append('files', new Blob([FILE.content as string]), FILE.name);
  const encoded = new Response(form);
  const body = Buffer.from(await encoded.arrayBuffer());
  const seen = { received: false };
  const sent = server.app.inject({
    method: 'POST',
    url: '/api/imports/preview',
    headers: {
      authorization: `Bearer ${manager}`,
      'content-type': encoded.headers.get('content-type')!,
      'content-length': String(body.length),
    },
    payload: Readable.from(
      (function* () {
        seen.received = true;
        yield body;
      })(),
    ),
  });
  // Others are answered meanwhile.
  for (let count = 0; count < 5; count += 1)
    expect((await server.call('GET', '/properties', { as: manager })).statusCode).toBe(200);
  expect(seen.received).toBe(false);
  endFirst();
  expect((await sent).statusCode).toBe(200);
  expect(seen.received).toBe(true);
  endSecond();
});

test('each file of an import is let go once it is read', async () => {
  const bytes = Buffer.alloc(20_000, 'Name,Notes\nJo,x\n');
  const files = [1, 2].map((number) => receivedFile(`${number}.csv`, Buffer.concat([bytes])));
  const digests = files.map(({ sha256 }) => sha256);
  await readSheets(files);
  expect(files.map(({ bytes: left }) => left.length)).toEqual([0, 0]);
  expect(files.map(({ sha256 }) => sha256)).toEqual(digests);
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

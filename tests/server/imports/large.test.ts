import { expect, onTestFinished } from 'vitest';
import type { Sql } from '../../../server/database/database.ts';
import { ledgerDiscrepancies } from '../../../server/resources/ledger/discrepancies.ts';
import { csv, sendImport, sendPreview } from '../../support/server/sheets.ts';
import { test, server } from '../../support/server/world.ts';

/** Together 2,000 rows. */
const UNITS = 700;
const PEOPLE = 700;
const BALANCES = 600;

const range = <T>(count: number, of: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => of(index));
const files = [
  csv(
    'units.csv',
    'Property,Address,Unit,Rent',
    ...range(UNITS, (index) => `Oak Hall,9 Oak Street,U${index},1${index}.50`),
  ),
  csv(
    'people.csv',
    'First name,Last name,Email,Property,Unit,Lease start,Lease end',
    ...range(PEOPLE, (index) => `Jo${index},Roe,jo${index}@example.com,Oak Hall,U${index},2026-01-01,`),
  ),
  csv(
    'balances.csv',
    'Email,Date,Amount',
    ...range(BALANCES, (index) => `jo${index}@example.com,2026-10-01,${index + 1}.25`),
  ),
];

/** How many statements are made in the transactions of this work. */
async function statementsOf<T>(work: () => Promise<T>): Promise<{ answer: T; statements: number }> {
  const { database } = server.app.context;
  const { transaction } = database;
  let statements = 0;
  const counting = (sql: Sql) =>
    new Proxy(sql, {
      apply: (target, self, given) => {
        statements += 1;
        return Reflect.apply(target, self, given) as unknown;
      },
    });
  database.transaction = (run) => transaction.call(database, (sql) => run(counting(sql))) as never;
  try {
    return { answer: await work(), statements };
  } finally {
    database.transaction = transaction;
  }
}

test('2,000 rows are shown and imported by as many statements as a few, and again by fewer', async () => {
  const few = await statementsOf(() =>
    sendImport([
      csv('units.csv', 'Property,Address,Unit,Rent', 'Elm Hall,1 Elm Street,E1,900'),
      csv(
        'people.csv',
        'First name,Last name,Email,Property,Unit,Lease start,Lease end',
        'Al,Poe,al@example.com,Elm Hall,E1,2026-01-01,',
      ),
      csv('balances.csv', 'Email,Date,Amount', 'al@example.com,2026-10-01,1.25'),
    ]),
  );
  expect(few.answer.statusCode).toBe(201);
  const preview = await statementsOf(() => sendPreview(files));
  expect(preview.answer.json<{ adds: object }>().adds).toEqual({
    properties: 1,
    units: 700,
    people: 700,
    leases: 700,
    entries: 600,
    moved: 0,
  });
  const imported = await statementsOf(() => sendImport(files));
  expect(imported.answer.statusCode).toBe(201);
  const again = await statementsOf(() => sendImport(files));
  expect(again.answer.json<{ message: string }>().message).toContain('Nothing was changed');
  expect(few.statements).toBeGreaterThan(10);
  expect(imported.statements).toBe(few.statements);
  expect(preview.statements).toBeLessThan(few.statements);
  expect(again.statements).toBeLessThan(few.statements);
  expect(await ledgerDiscrepancies(server.database)).toEqual([]);
});

/** In milliseconds, of three times. */
async function fastest(work: () => Promise<unknown>): Promise<number> {
  let least = Infinity;
  for (let time = 0; time < 3; time += 1) {
    const began = performance.now();
    await work();
    least = Math.min(least, performance.now() - began);
  }
  return least;
}

test('thousands of rows with the same mistake are answered soon, and shortly', async () => {
  const ROWS = 4900;
  const wrong = (first: (index: number) => string, second: (index: number) => string, rows = ROWS) => [
    csv('units.csv', 'Property,Address,Unit', ...range(rows, first)),
    csv('people.csv', 'Name,Unit', ...range(rows, second)),
  ];
  const nowhereOf = (rows: number) =>
    sendPreview(
      wrong(
        (index) => `Elm Hall,9 Elm Street,0${index}`,
        (index) => `Jo${index} Roe,X${index}`,
        rows,
      ),
    );
  const nowhere = await nowhereOf(ROWS);
  // Four times as many rows take about four times as long, on a busy machine too.
  const few = await fastest(() => nowhereOf(ROWS / 4));
  expect((await fastest(() => nowhereOf(ROWS))) / few).toBeLessThan(10);
  expect(nowhere.body).toContain('There is no unit X4899, here or in the files.');
  const anywhere = await sendPreview(
    wrong(
      (index) => `Hall ${index},9 Elm Street,1`,
      (index) => `Jo${index} Roe,1`,
    ),
  );
  expect(anywhere.body).toContain(
    'Unit 1 is in Hall 0 and Hall 1 and Hall 2 and Hall 3 and Hall 4 and 4895 others. Please name the property.',
  );
  expect(anywhere.body.length).toBeLessThan(5_000_000);
});

const ROLL_ROWS = 800;
const roll = csv(
  'roll.csv',
  'Property,Unit,Tenant,Email,Rent,Lease from,Balance due',
  ...Array.from(
    { length: ROLL_ROWS },
    (_, i) => `Oak,U${i},Ada Bee${i},a${i}@example.com,1450,2026-01-01,10`,
  ),
);

test('others read and write while a preview of thousands of rows is planned', async () => {
  const { database } = server.app.context;
  const { transaction } = database;
  const seen = { ended: false, status: 0, meanwhile: 0 };
  database.transaction = (async (...args: Parameters<typeof transaction>) => {
    try {
      return await transaction.apply(database, args);
    } finally {
      seen.ended = true;
    }
  }) as typeof transaction;
  onTestFinished(() => void (database.transaction = transaction));
  const sent = sendPreview([roll]).then(({ statusCode }) => void (seen.status = statusCode));
  while (seen.status === 0) {
    await database.sql`select 1 as one`;
    if (seen.ended) seen.meanwhile += 1;
  }
  await sent;
  expect(seen.status).toBe(200);
  expect(seen.meanwhile).toBeGreaterThan(10);
});

import { expect, onTestFinished } from 'vitest';
import { csv, sendPreview } from '../../support/server/sheets.ts';
import { server, test } from '../../support/server/world.ts';

const ROWS = 800;
const roll = csv(
  'roll.csv',
  'Property,Unit,Tenant,Email,Rent,Lease from,Balance due',
  ...Array.from({ length: ROWS }, (_, i) => `Oak,U${i},Ada Bee${i},a${i}@example.com,1450,2026-01-01,10`),
);

test('others read and write while a preview of thousands of rows is planned', async () => {
  const { database } = server.app.context;
  const { transaction } = database;
  let ended = false;
  database.transaction = (async (...args: Parameters<typeof transaction>) => {
    try {
      return await transaction.apply(database, args);
    } finally {
      ended = true;
    }
  }) as typeof transaction;
  onTestFinished(() => void (database.transaction = transaction));
  let answered: number | undefined;
  const sent = sendPreview([roll]).then((answer) => (answered = answer.statusCode));
  let meanwhile = 0;
  while (answered === undefined) {
    await database.sql`select 1 as one`;
    if (ended && answered === undefined) meanwhile += 1;
  }
  await sent;
  expect(answered).toBe(200);
  expect(meanwhile).toBeGreaterThan(10);
});

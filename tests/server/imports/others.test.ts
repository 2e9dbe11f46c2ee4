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

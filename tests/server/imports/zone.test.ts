import { expect, onTestFinished } from 'vitest';
import { dayIn } from '../../../contract/values/timeZone.ts';
import { csv, errorsOf, importFiles, preview, sendImport } from '../../support/server/sheets.ts';
import { server, testWith } from '../../support/server/world.ts';

/** 25 hours apart, so that it is never the same day in both. */
const EAST = 'Pacific/Kiritimati';
const WEST = 'Pacific/Pago_Pago';

const test = testWith({ TIME_ZONE: WEST });

async function choose(zone: string): Promise<void> {
  const { app, database } = server;
  await database.sql`insert into community (time_zone) values (${zone})
    on conflict (id) do update set time_zone = excluded.time_zone`;
  await app.context.zone.refresh();
  onTestFinished(async () => {
    await database.sql`update community set time_zone = null`;
    await app.context.zone.refresh();
  });
}

const owed = (day: string) =>
  csv('owed.csv', 'Name,Email,Date,Amount', `Robin Hale,resident@example.com,${day},5`);

test('an opening balance of today is taken on the day of the zone that the community chose', async () => {
  const files = [owed(dayIn(EAST, new Date()))];
  expect(errorsOf(await preview(files))).toEqual(['2 effective_on: The day must not be in the future.']);
  expect((await sendImport(files)).statusCode).toBe(400);
  await choose(EAST);
  expect(errorsOf(await preview(files))).toEqual([]);
  expect((await importFiles(files)).adds.entries).toBe(1);
});

import { readdir } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../server/database/database.ts';
import { createDemo } from '../../../server/demo/demo.ts';
import { costOfReading } from '../../../server/resources/utilities/common/commonCost.ts';
import { readCommonMeters } from '../../../server/resources/utilities/common/commonMeterRows.ts';
import { NOW, emptyContext, contexts } from '../../support/server/operation/demo.ts';

/** All that was written, but for what is random by nature: photos' ids and the salts of passwords. */
async function everything({ sql }: Database): Promise<unknown[]> {
  return Promise.all([
    sql`select * from properties order by id`,
    sql`select * from units order by id`,
    sql`select id, username, email, first_name, last_name, unit, unit_claim, is_manager, is_current_user, created_at
      from users order by id`,
    sql`select * from transactions order by id`,
    sql`select * from balances order by user_id`,
    sql`select * from utility_rates order by id`,
    sql`select * from utility_bills order by id`,
    sql`select * from announcements order by id`,
    sql`select id, user_id, unit_id, information, completed, completed_at, completed_by, created_at, updated_at
      from maintenance_requests order by id`,
    sql`select maintenance_request_id, position, sha256, filename, width, height
      from photos order by maintenance_request_id, position`,
  ]);
}

// On the first of a month, in its last night, over the new year, and where a clock was just turned.
const moments = [
  '2026-03-01T05:00:01Z',
  '2026-06-01T14:00:00Z',
  '2026-07-01T03:59:00Z',
  '2027-01-02T17:00:00Z',
  '2026-11-01T05:30:00Z',
];

test.each(moments)(
  'a demo made at %s has nothing dated later, and a realistic mix of balances',
  async (moment) => {
    const { context, close } = await emptyContext();
    const now = new Date(moment);
    await createDemo(context, now);
    const { sql } = context.database;
    const [latest] = await sql<Record<string, string>>`
    select (select max(created_at) from transactions) as entry, (select max(created_at) from users) as user,
      (select max(greatest(created_at, completed_at, updated_at)) from maintenance_requests) as request,
      (select max(greatest(created_at, updated_at)) from announcements) as announcement`;
    for (const [kind, time] of Object.entries(latest!)) {
      expect(Date.parse(time), `the latest ${kind}`).toBeLessThanOrEqual(now.getTime());
    }
    const [mix] = await sql`
    select count(*) filter (where balance = 0) as paid, count(*) filter (where balance < 0) as ahead,
      count(*) filter (where balance > 0) as due from balances`;
    expect(mix).toEqual({ paid: 13, ahead: 1, due: 7 });
    const overdue = await sql<{ username: string; balance: number }>`
    select username, balance from balances join users on users.id = user_id order by balance desc limit 2`;
    expect(overdue.map(({ username }) => username)).toEqual(['cmendoza', 'tbecker']);
    expect(overdue[1]!.balance).toBeGreaterThan(1500);
    const [resident] = await sql<{ balance: number }>`
    select balance from balances join users on users.id = user_id where username = 'resident'`;
    expect(resident!.balance).toBeGreaterThan(0);
    await close();
  },
);
const another = async () => {
  const made = await emptyContext();
  contexts.push(made);
  return made;
};
afterEach(async () => {
  for (const { close } of contexts.splice(0)) await close();
});

/** A demo that no test changes, since making one takes three seconds of CPU time. */
let made: Awaited<ReturnType<typeof emptyContext>>;
beforeAll(async () => {
  made = await emptyContext();
  await createDemo(made.context, NOW);
});
afterAll(() => made.close());

test('two demos made for the same moment are equal to the cent', async () => {
  const two = await another();
  await createDemo(two.context, NOW);
  expect(await everything(two.context.database)).toEqual(await everything(made.context.database));
});

test('creating the demo changes nothing in a database with a user', async () => {
  const { context, folder } = await another();
  const { sql } = context.database;
  await sql`insert into users (username, email, password_hash, first_name, last_name)
    values ('ada', 'ada@example.com', '-', 'Ada', 'Byron')`;
  const before = await everything(context.database);
  await createDemo(context, NOW);
  expect(await everything(context.database)).toEqual(before);
  expect(await readdir(folder)).toEqual([]);
});

test('creating the demo again changes nothing', async () => {
  const { context, folder } = made;
  const [before, files] = [await everything(context.database), await readdir(folder)];
  await createDemo(context, new Date('2026-08-01T12:00:00Z'));
  expect(await everything(context.database)).toEqual(before);
  expect(await readdir(folder)).toEqual(files);
});

test('a demo that cannot be stored leaves no rows and no photos', async () => {
  const { context, folder } = await another();
  const { sql } = context.database;
  await sql`alter table announcements add constraint no_bicycles check (announcement not like '%bike%')`;
  await expect(createDemo(context, NOW)).rejects.toThrow('no_bicycles');
  expect(await sql`select id from users`).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
});

test('the demo has a tariff with tiers, and a common meter with a bill and a reading that is not billed', async () => {
  const { sql } = made.context.database;
  const [meter] = await readCommonMeters(sql);
  expect(meter!.readings.map(({ billed, first }) => [billed, first])).toEqual([
    [false, false],
    [true, false],
    [false, true],
  ]);
  expect(
    await sql`select unit_number, amount, kept from common_shares join units on units.id = unit_id order by 1`,
  ).toEqual([
    { unit_number: '1A', amount: 8.16, kept: null },
    { unit_number: '1B', amount: 8.16, kept: null },
    { unit_number: '4A', amount: 8.16, kept: null },
    { unit_number: '4B', amount: 8.16, kept: 'vacant' },
  ]);
  const { cost, working } = await costOfReading(sql, meter!, meter!.readings[0]!.id);
  expect(cost).toBe(42.13);
  expect(working.map(({ part, amount }) => [part, amount])).toEqual([
    ['usage', 10.5],
    ['usage', 19.8],
    ['usage', 7.83],
    ['fixed_fee', 4],
  ]);
});

import { expect } from 'vitest';
import type { TenantBalance } from '../../../contract/ledger/balances.ts';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import { pastDueOf } from '../../../contract/ledger/pastDue.ts';
import { dayIn } from '../../../contract/values/timeZone.ts';
import { addEntry } from '../../support/server/accounts.ts';
import { isolatedTest as test, manager, resident, server } from '../../support/server/world.ts';

async function balances(): Promise<TenantBalance[]> {
  return (await server.call('GET', '/transactions/all-balances', { as: manager })).json<TenantBalance[]>();
}

async function names(): Promise<string[]> {
  return (await balances()).map(({ first_name }) => first_name);
}

test('a manager reads the balance of each tenant, sorted by name', async () => {
  await addEntry(server, 'resident', { amount: 1200, type: 'Rent' });
  await addEntry(server, 'resident', { amount: -1000.5, type: 'Check' });
  await addEntry(server, 'neighbour', { amount: -0.01, type: 'Cash' });
  expect(await balances()).toEqual([
    {
      user_id: 3,
      unit_id: 2,
      first_name: 'Noor',
      last_name: 'Aziz',
      unit_number: '102',
      property_name: 'Maple Court',
      balance: -0.01,
      accepts_payments: true,
      accepts_payments_from: null,
      owed_since: null,
      former: false,
    },
    {
      user_id: 2,
      unit_id: 1,
      first_name: 'Robin',
      last_name: 'Hale',
      unit_number: '101',
      property_name: 'Maple Court',
      balance: 199.5,
      accepts_payments: true,
      accepts_payments_from: null,
      owed_since: '2026-05-01',
      former: false,
    },
  ]);
});

test('a former or deactivated tenant is listed until their balance is zero', async () => {
  await addEntry(server, 'resident', { amount: 50, type: 'Damage Fee' });
  await server.database.sql`update users set unit = null where username = 'resident'`;
  await server.database
    .sql`update users set is_current_user = false where username in ('resident', 'neighbour')`;
  expect(await balances()).toMatchObject([
    { first_name: 'Robin', unit_id: null, unit_number: null, balance: 50, former: true },
  ]);
  await addEntry(server, 'resident', { amount: -50, type: 'Cash' });
  expect(await names()).toEqual([]);
});

test('someone with a claim but no unit is listed only once they have a balance', async () => {
  expect(await names()).not.toContain('Nico');
  await addEntry(server, 'newcomer', { amount: 5, type: 'Misc Charge' });
  expect(await names()).toContain('Nico');
});

test('a manager is listed only once they have a balance', async () => {
  await server.database.sql`update users set unit = 5 where username = 'manager'`;
  expect(await names()).not.toContain('Morgan');
  await addEntry(server, 'manager', { amount: 75, type: 'Parking Fee' });
  expect(await names()).toContain('Morgan');
});

test('only managers read balances', async () => {
  expect((await server.call('GET', '/transactions/all-balances', { as: resident })).statusCode).toBe(403);
  expect((await server.call('GET', '/transactions/all-balances')).statusCode).toBe(401);
});

test('unchanged balances are answered with 304, and long lists are compressed', async () => {
  const first = await server.call('GET', '/transactions/all-balances', { as: manager });
  expect(first.headers['content-type']).toBe('application/json; charset=utf-8');
  const etag = String(first.headers.etag);
  const again = { as: manager, headers: { 'if-none-match': etag } };
  expect((await server.call('GET', '/transactions/all-balances', again)).statusCode).toBe(304);

  await server.database.sql`
    insert into users (username, email, password_hash, first_name, last_name, unit)
    select 'many' || n, 'many' || n || '@example.com', '', 'Many', 'Of them', 1 from generate_series(1, 50) as n`;
  const headers = { ...again.headers, 'accept-encoding': 'gzip' };
  const many = await server.call('GET', '/transactions/all-balances', { as: manager, headers });
  expect(many.statusCode).toBe(200);
  expect(many.headers['content-encoding']).toBe('gzip');
});

test('in tests a list that does not match the contract is an internal error', async () => {
  await server.database.sql`alter table users alter column first_name drop not null`;
  await server.database.sql`update users set first_name = null where username = 'resident'`;
  expect((await server.call('GET', '/transactions/all-balances', { as: manager })).statusCode).toBe(500);
});

test('what somebody owes is told since the due day of the oldest charge that is open, as the ledger of the phone tells it', async () => {
  const charge = async (day: string | null, amount: number) =>
    server.database.sql`
      insert into transactions (user_id, unit_id, amount, type, description, effective_on)
      values (2, 1, ${amount}, 'Rent', 'Rent', ${day}::date)`;
  const zone = 'America/New_York';
  const dayOf = (moment: string) => dayIn(zone, new Date(moment));
  const since = async () => {
    const [row] = (await balances()).filter(({ user_id }) => user_id === 2);
    const ledger = await server.call('GET', '/transactions/user-history/2', { as: manager });
    const late = pastDueOf(ledger.json<Transaction[]>(), '9999-01-01', dayOf);
    expect(row?.owed_since ?? undefined).toBe(late?.since);
    return row?.owed_since;
  };
  await charge(null, 10);
  await charge('2026-03-01', 100);
  await charge('2026-02-01', 100);
  expect(await since()).toBe('2026-02-01');
  await addEntry(server, 'resident', { amount: -150, type: 'Check' });
  expect(await since()).toBe('2026-03-01');
  await addEntry(server, 'resident', { amount: -70, type: 'Check' });
  expect(await since()).toBeNull();
});

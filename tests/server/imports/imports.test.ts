import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Lease } from '../../../contract/leases/lease.ts';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import type { TenantBalance } from '../../../contract/ledger/balances.ts';
import type { ListedUser } from '../../../contract/users/user.ts';
import { ledgerDiscrepancies } from '../../../server/resources/ledger/discrepancies.ts';
import { csv, importFiles, preview, sendImport } from '../../support/server/sheets.ts';
import { isolatedTest as test, resident, server } from '../../support/server/world.ts';
import { NEXT_MONTH, FILES, list, counts } from '../../support/server/imports/imports.ts';

test('an import adds properties, units, people, leases and opening balances', async () => {
  const answer = await importFiles(FILES);
  expect(answer.adds).toEqual({ properties: 1, units: 3, people: 3, leases: 1, entries: 2, moved: 0 });
  expect(answer.message).toBe('Imported: 1 property, 3 units, 3 people, 1 lease, 2 opening balances.');

  const people = (await list<ListedUser>('/users')).filter(({ id }) => id > 4);
  expect(people.map((user) => [user.first_name, user.email, user.property_name, user.unit_number])).toEqual([
    ['Jane', 'jane@example.com', 'Oak Hall', '1A'],
    ['John', '', 'Oak Hall', '1A'],
    ['Ana', 'ana@example.com', 'Maple Court', '007'],
  ]);
  const [lease] = await list<Lease>('/leases');
  expect(lease).toMatchObject({
    starts: '2026-05-01',
    ends: null,
    unit_number: '1A',
    proration: 'actual_days',
  });
  expect(lease!.tenants.map(({ first_name }) => first_name)).toEqual(['Jane', 'John']);
  expect(lease!.charges).toMatchObject([{ kind: 'rent', amount: 1425, due_day: 1, from_month: NEXT_MONTH }]);

  const jane = people[0]!;
  const entries = await list<Transaction>(`/transactions/user-history/${jane.id}`);
  expect(entries).toMatchObject([
    { amount: 125.5, type: 'Opening Balance', effective_on: '2026-10-01', description: 'Rent for October' },
  ]);
  const balances = await list<TenantBalance>('/transactions/all-balances');
  expect(Object.fromEntries(balances.map(({ first_name, balance }) => [first_name, balance]))).toMatchObject({
    Jane: 125.5,
    John: -20,
    Ana: 0,
  });
  expect(await ledgerDiscrepancies(server.database)).toEqual([]);
  // Nobody is told of what they owed before.
  expect(await server.database.sql`select kind from notification_events`).toEqual([]);
});

test('the same files again change nothing, and say so', async () => {
  await importFiles(FILES);
  const before = await counts();
  const again = await importFiles(FILES);
  expect(again.message).toBe('Everything in these files is here already. Nothing was changed.');
  expect(await counts()).toEqual(before);
  const outcomes = (await preview(FILES)).sheets.map(({ rows }) => rows.map(({ outcome }) => outcome));
  expect(outcomes).toEqual([
    ['there', 'there', 'there'],
    ['there', 'there', 'there'],
    ['there', 'there', 'skipped'],
  ]);
});

test('an import sent twice with one key is made once, and two of the same files at once add each record once', async () => {
  const headers = { 'idempotency-key': randomUUID() };
  const first = await sendImport(FILES, {}, headers);
  const second = await sendImport(FILES, {}, headers);
  expect([second.statusCode, second.json(), second.headers['idempotency-replayed']]).toEqual([
    201,
    first.json(),
    'true',
  ]);
  const more = [
    csv('units.csv', 'Unit,Property', ...Array.from({ length: 50 }, (_, index) => `U${index},Oak Hall`)),
  ];
  const both = await Promise.all([sendImport(more), sendImport(more)]);
  expect(both.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
  expect((await counts()).units).toBe(5 + 3 + 50);
});

test('a preview shows each row as it will be and stores nothing', async () => {
  const before = await counts();
  const { sheets, adds, asks_date_order, from_month } = await preview(FILES);
  expect(await counts()).toEqual(before);
  expect(adds).toEqual({ properties: 1, units: 3, people: 3, leases: 1, entries: 2, moved: 0 });
  expect([asks_date_order, from_month]).toEqual([false, NEXT_MONTH]);
  expect(sheets.map(({ file, sheet, table }) => [file, sheet, table])).toEqual([
    ['units.csv', null, 'units'],
    ['people.csv', null, 'people'],
    ['balances.csv', null, 'balances'],
  ]);
  expect(sheets[0]!.rows[0]).toEqual({
    line: 2,
    outcome: 'new',
    values: {
      property_name: 'Oak Hall',
      address: '9 Oak Street',
      phone_number: '555-010-0009',
      unit_number: '1A',
      rent_amount: '1450.00',
      notes: 'Corner',
    },
    notes: ['A new property.'],
  });
  expect(sheets[2]!.rows.map(({ values }) => values.amount)).toEqual(['125.50', '-20.00', '0.00']);
});

test('residents cannot import', async () => {
  for (const path of ['/imports', '/imports/preview']) {
    const answer = await server.call('POST', path, { as: resident, body: {} });
    expect(answer.statusCode).toBe(403);
  }
});

import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Failure } from '../../../contract/http/failure.ts';
import { ENTRY_KINDS } from '../../../contract/ledger/entryKinds.ts';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import { routes } from '../../../contract/routes.ts';
import { addMonths } from '../../../contract/values/calendar.ts';
import { ledgerDiscrepancies } from '../../../server/resources/ledger/discrepancies.ts';
import { postEntries } from '../../../server/resources/ledger/postEntries.ts';
import {
  CLOSED,
  closeMonth,
  FIRST_OPEN,
  LAST_CLOSED_DAY,
  NOTE,
  REFUSAL,
  reopenMonth,
  THIS_MONTH,
} from '../../support/server/books/closing.ts';
import { account } from '../../support/server/ledger/allocations.ts';
import { csv, errorsOf, importFiles, preview, sendImport } from '../../support/server/sheets.ts';
import { isolatedTest as test, manager, server } from '../../support/server/world.ts';

const call = (method: 'GET' | 'POST', path: string, body?: object) =>
  server.call(method, path, { as: manager, ...(body ? { body } : {}) });

interface Dated {
  route: keyof typeof routes;
  field: string;
  path?: (entry: number) => string;
  body: (userId: number) => object;
}

/** Every call by which a manager dates an entry. */
const DATED: Dated[] = [
  {
    route: 'createCharge',
    field: 'effective_on',
    body: (userId) => ({ userId, amount: 5, description: 'Key' }),
  },
  {
    route: 'createCharges',
    field: 'effective_on',
    body: (userId) => ({ tenants: [{ userId }], amount: 5, description: 'Key' }),
  },
  { route: 'createCredit', field: 'effective_on', body: (userId) => ({ userId, amount: 5, reason: 'Cold' }) },
  { route: 'recordRefund', field: 'refunded_on', body: (userId) => ({ userId, amount: 5 }) },
  { route: 'recordPayment', field: 'received_on', body: (userId) => ({ userId, amount: 5 }) },
  {
    route: 'reverseTransaction',
    field: 'effective_on',
    path: (entry) => `/transactions/${entry}/reversal`,
    body: () => ({ reason: 'Wrong' }),
  },
  {
    route: 'returnPayment',
    field: 'returned_on',
    path: (entry) => `/transactions/${entry}/return`,
    body: () => ({ reason: 'No funds', fee: 25 }),
  },
];

const DAYS = ['effective_on', 'received_on', 'returned_on', 'refunded_on', 'day'];

/** Calls that date something beside the ledger, and the tests that they are refused too. */
// tests/server/deposits/depositsInBooks.test.ts; an inspection is in no book.
const ELSEWHERE = ['addDepositEntry', 'saveInspection'];

test('every call of the contract that dates an entry is in this list', () => {
  const dating = Object.entries(routes).filter(([, route]) => {
    const fields = 'body' in route ? Object.keys((route.body as { shape?: object }).shape ?? {}) : [];
    return fields.some((name) => DAYS.includes(name));
  });
  const listed = [...DATED.map(({ route }) => route), ...ELSEWHERE];
  expect(listed.sort()).toEqual(dating.map(([name]) => name).sort());
});

test.each(DATED)('$route dates nothing into a closed month, at its field', async (dated) => {
  const { userId, post, history } = await account();
  const check = await post('Check', -60, { effective_on: '2020-01-01' });
  await closeMonth();
  const path = dated.path?.(check) ?? routes[dated.route].path;
  const on = (day: string) => call('POST', path, { ...dated.body(userId), [dated.field]: day });
  for (const day of [LAST_CLOSED_DAY, '2020-02-01']) {
    const answer = await on(day);
    expect([answer.statusCode, answer.json<Failure>()]).toMatchObject([
      409,
      { code: 'month_closed', fields: { [dated.field]: REFUSAL }, detail: { first_open: FIRST_OPEN } },
    ]);
  }
  expect(await history()).toHaveLength(1);
  expect((await on(FIRST_OPEN)).statusCode).toBe(201);
  expect(await ledgerDiscrepancies(server.database)).toEqual([]);
});

test.each(Object.values(ENTRY_KINDS))(
  'an entry of type $type stands in no closed month, whoever posts it and however',
  async ({ type, sign, postedBy }) => {
    const { userId, post } = await account();
    const amount = sign === 'charge' ? 5 : -5;
    const reverses =
      sign === 'opposite' ? await post('Late Fee', 5, { effective_on: '2020-01-01' }) : undefined;
    await closeMonth();
    const { sql } = server.database;
    await expect(sql`
      insert into transactions (user_id, unit_id, amount, type, description, effective_on)
      values (${userId}, 1, ${amount}, ${type}, 'By hand', ${LAST_CLOSED_DAY})`).rejects.toThrow(
      /are closed/,
    );
    await expect(sql`
      insert into transactions (user_id, unit_id, amount, type, description, created_at)
      values (${userId}, 1, ${amount}, ${type}, 'By hand', ${`${LAST_CLOSED_DAY}T12:00:00Z`})`).rejects.toThrow(
      /are closed/,
    );
    const entry = {
      user_id: userId,
      unit_id: 1,
      amount,
      type,
      description: 'Late',
      ...(reverses ? { reverses } : {}),
    };
    const dated = { ...entry, effective_on: LAST_CLOSED_DAY };
    if (postedBy === 'card provider') {
      const [posted] = await postEntries(sql, [{ ...dated, created_by: null }]);
      expect(posted).toMatchObject({ effective_on: FIRST_OPEN, description: `Late${NOTE}` });
    } else {
      await expect(postEntries(sql, [{ ...dated, created_by: 1 }])).rejects.toThrow(REFUSAL);
      const [posted] = await postEntries(sql, [{ ...dated, created_by: 1, after_closed: true }]);
      expect(posted).toMatchObject({ effective_on: FIRST_OPEN, description: `Late${NOTE}` });
    }
  },
);

test('opening balances of a closed month are refused at their column, and those that are there stay', async () => {
  const owed = (day: string) => [
    csv('owed.csv', 'Name,Email,Date,Amount', `Robin Hale,resident@example.com,${day},5`),
  ];
  await closeMonth();
  expect(errorsOf(await preview(owed(LAST_CLOSED_DAY)))).toEqual([`2 effective_on: ${REFUSAL}`]);
  expect((await sendImport(owed(LAST_CLOSED_DAY))).statusCode).toBe(400);
  expect(errorsOf(await preview(owed(FIRST_OPEN)))).toEqual([]);
  await reopenMonth();
  expect((await importFiles(owed(LAST_CLOSED_DAY))).adds.entries).toBe(1);
  await closeMonth();
  expect((await importFiles(owed(LAST_CLOSED_DAY))).adds.entries).toBe(0);
});

test.each([
  { what: 'payment', path: 'record-payment', day: 'received_on', words: 'description' },
  { what: 'charge', path: 'charge', day: 'effective_on', words: 'description' },
  { what: 'credit', path: 'credit', day: 'effective_on', words: 'reason' },
])(
  'a $what of a closed month counts after it where that was agreed, and says for which day it is',
  async ({ path, day, words }) => {
    const { userId } = await account();
    await closeMonth();
    const body = { userId, amount: 5, [day]: LAST_CLOSED_DAY, after_closed: true };
    const answer = await call('POST', `/transactions/${path}`, { ...body, [words]: 'x'.repeat(500) });
    const { effective_on, description } = answer.json<Transaction>();
    expect([effective_on, description]).toEqual([FIRST_OPEN, 'x'.repeat(500 - NOTE.length) + NOTE]);
  },
);

test('what corrects an entry of a closed month is dated after it and says so, also later', async () => {
  const { post, history } = await account();
  const fee = await post('Late Fee', 5, { effective_on: LAST_CLOSED_DAY });
  const later = await post('Late Fee', 5, { effective_on: FIRST_OPEN });
  await closeMonth();
  for (const id of [fee, later]) await call('POST', `/transactions/${id}/reversal`, { reason: 'Wrong' });
  const [second, first] = await history();
  expect([first!.effective_on, first!.description]).toEqual([null, `Wrong${NOTE}`]);
  expect([second!.effective_on, second!.description]).toEqual([null, 'Wrong']);
});

test('a month is closed once it is over, with those before it, and reopened with those after it, both recorded', async () => {
  const read = async () => (await call('GET', '/books/closing')).json<object>();
  await server.database.sql`
    insert into transactions (user_id, unit_id, amount, type, description, effective_on, created_by)
    values (2, 1, 5, 'Misc Charge', 'Of long ago', ${addMonths(CLOSED, -4)}, 1)`;
  expect(await read()).toEqual({ month: null });
  expect((await reopenMonth()).json()).toMatchObject({ code: 'month_not_closed' });
  expect((await closeMonth(THIS_MONTH)).json()).toMatchObject({ code: 'month_not_over' });
  expect((await closeMonth()).json()).toEqual({ month: CLOSED });
  // It is closed already.
  expect((await closeMonth(addMonths(CLOSED, -3))).json()).toEqual({ month: CLOSED });
  expect((await reopenMonth(FIRST_OPEN)).json()).toMatchObject({ code: 'month_not_closed' });
  expect((await reopenMonth(addMonths(CLOSED, -1))).json()).toEqual({ month: addMonths(CLOSED, -2) });
  expect(await read()).toEqual({ month: addMonths(CLOSED, -2) });
  const audit = (await call('GET', '/audit?subject=books&id=1')).json<object[]>();
  expect(audit).toMatchObject([
    { action: 'reopened', changes: { month: { before: CLOSED, after: addMonths(CLOSED, -2) } } },
    { action: 'closed', changes: { month: { before: null, after: CLOSED } } },
  ]);
});

test('where nothing counts before the month that is reopened, no month is closed any more, which is recorded and told', async () => {
  await closeMonth();
  await server.database.sql`delete from list_changes`;
  expect((await reopenMonth()).json()).toEqual({ month: null });
  expect((await call('GET', '/books/closing')).json()).toEqual({ month: null });
  const told = await server.database.sql`select from list_changes where list = 'closing'`;
  expect(told.length).toBeGreaterThan(0);
  expect((await call('GET', '/audit?subject=books&id=1')).json<object[]>()[0]).toMatchObject({
    action: 'reopened',
    changes: { month: { before: CLOSED, after: null } },
  });
  expect((await closeMonth(addMonths(CLOSED, -6))).json()).toEqual({ month: addMonths(CLOSED, -6) });
});

test('a month that is closed while an entry of it is being posted waits for that entry', async () => {
  const { entry } = await account();
  const order: string[] = [];
  let posted: (() => void) | undefined;
  const isPosted = new Promise<void>((resolve) => (posted = resolve));
  const posting = server.database
    .transaction(async (sql) => {
      await postEntries(sql, [entry('Late Fee', 5, { effective_on: LAST_CLOSED_DAY })]);
      posted?.();
      await setTimeout(200);
    })
    .then(() => order.push('posted'));
  await isPosted;
  const closing = closeMonth().then(() => order.push('closed'));
  await Promise.all([posting, closing]);
  expect(order).toEqual(['posted', 'closed']);
});

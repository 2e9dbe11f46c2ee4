import { expect } from 'vitest';
import { csv, errorsOf, preview, sendImport, type SheetFile } from '../../support/server/sheets.ts';
import { isolatedTest as test, manager, neighbour, server } from '../../support/server/world.ts';

const NOOR = 3;
const UNCONFIRMED =
  'Jane Doe has the email jane@example.com here, which nobody has confirmed, so nothing is given to them. Please ask them to open the link that was sent to it, or enter their email in Manage Users.';

const stored = async () => {
  const [row] = await server.database.sql`
    select (select count(*) from users) as users, (select count(*) from leases) as leases,
      (select count(*) from transactions) as transactions, (select unit from users where id = ${NOOR}) as unit`;
  return row!;
};
const change = (token: string, body: object) => server.call('PUT', `/users/${NOOR}`, { as: token, body });

/** The neighbour of unit 102, whom management knows, takes the name and the address of somebody whom the files name. */
test.beforeEach(async () => {
  const taken = { firstName: 'Jane', lastName: 'Doe', email: 'jane@example.com' };
  expect((await change(neighbour, taken)).statusCode).toBe(200);
});

const NAMED: [string, SheetFile][] = [
  [
    'a balance by name and email',
    csv('balances.csv', 'Name,Email,Date,Amount', 'Jane Doe,jane@example.com,2026-10-01,-500'),
  ],
  ['a balance by name', csv('balances.csv', 'Name,Date,Amount', 'Jane Doe,2026-10-01,-500')],
  [
    'the balance of a rent roll',
    csv(
      'roll.csv',
      'Property,Unit,Tenant,Email,Balance,Status',
      'Maple Court,102,Jane Doe,jane@example.com,-500,',
    ),
  ],
  [
    'a lease',
    csv(
      'people.csv',
      'Name,Email,Property,Unit,Lease start',
      'Jane Doe,jane@example.com,Maple Court,102,2027-05-01',
    ),
  ],
  [
    'a lease of a row with another email',
    csv(
      'people.csv',
      'Name,Email,Property,Unit,Lease start',
      'Jane Doe,j@example.com,Maple Court,102,2027-05-01',
    ),
  ],
];

test.for(NAMED)(
  '%s is not given to an address that nobody confirmed, also where the name agrees',
  async ([, file]) => {
    const before = await stored();
    const found = errorsOf(await preview([file]));
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(UNCONFIRMED);
    expect((await sendImport([file])).statusCode).toBe(400);
    expect(await stored()).toEqual(before);
  },
);

test('nor is a home, to somebody who has moved out', async () => {
  expect((await change(manager, { unit: null })).statusCode).toBe(200);
  const file = csv('people.csv', 'Name,Email,Property,Unit', 'Jane Doe,jane@example.com,Maple Court,102');
  const before = await stored();
  expect(errorsOf(await preview([file]))[0]).toContain('nobody has confirmed');
  expect((await sendImport([file])).statusCode).toBe(400);
  expect(await stored()).toEqual(before);
});

test('a row that gives nothing to them is no error, and all is given once management has entered their email', async () => {
  const known = csv('people.csv', 'Name,Email,Property,Unit', 'Jane Doe,jane@example.com,Maple Court,102');
  expect(errorsOf(await preview([known]))).toEqual([]);
  for (const email of ['jane.doe@example.com', 'jane@example.com'])
    expect((await change(manager, { email })).statusCode).toBe(200);
  for (const [, file] of NAMED.slice(0, 3)) expect(errorsOf(await preview([file]))).toEqual([]);
  expect((await sendImport([NAMED[0]![1]])).statusCode).toBe(201);
});

import { expect } from 'vitest';
import type { ListedUser } from '../../../contract/users/user.ts';
import { csv, errorsOf, importFiles, preview } from '../../support/server/sheets.ts';
import { isolatedTest as test, manager, server } from '../../support/server/world.ts';

const people = (...lines: string[]) => csv('people.csv', 'Name,Email,Property,Unit', ...lines);
const emails = async () =>
  (await server.call('GET', '/users', { as: manager }))
    .json<ListedUser[]>()
    .filter(({ id }) => id > 4)
    .map(({ first_name, email }) => [first_name, email]);

test('an email that was copied into a file with more than the address is imported as the address', async () => {
  await importFiles([
    people(
      'Ana Lima,mailto:ana@example.com,Maple Court,101',
      'Bo Lind,<bo@example.com>,Maple Court,101',
      'Cy Moss,"cy@example.com,",Maple Court,101',
      'Di Nash,di\u200b@example.com\u00a0,Maple Court,101',
      'Ed Ono,Ed Ono <ed@example.com>,Maple Court,101',
    ),
  ]);
  expect((await emails()).toSorted()).toEqual([
    ['Ana', 'ana@example.com'],
    ['Bo', 'bo@example.com'],
    ['Cy', 'cy@example.com'],
    ['Di', 'di@example.com'],
    ['Ed', 'ed@example.com'],
  ]);
});

test('an email that is none is an error of its line', async () => {
  const shown = await preview([
    people(
      'Ana Lima,"a@example.com, b@example.com",Maple Court,101',
      'Bo Lind,bo(home)@example.com,Maple Court,101',
    ),
  ]);
  expect(errorsOf(shown)).toEqual([
    '2 email: Please enter an email address like name@example.com.',
    '3 email: Please enter an email address like name@example.com.',
  ]);
});

test('a balance finds its person by an email and a name in any form of Unicode, and by one with more around it', async () => {
  await importFiles([people('Zoë Ash,zoë@example.com,Maple Court,101', 'André Fox,,Maple Court,101')]);
  const balances = csv(
    'balances.csv',
    'Email,Name,Property,Unit,Date,Amount',
    `${'<zoë@example.com>'.normalize('NFD')},${'Zoë Ash'.normalize('NFD')},,,2026-10-01,10`,
    `,${'André Fox'.normalize('NFD')},Maple Court,101,2026-10-01,20`,
    ',André\u00a0Fox,Maple\u2003Court,101,2026-10-02,30',
  );
  expect(errorsOf(await preview([balances]))).toEqual([]);
  expect((await importFiles([balances])).adds).toMatchObject({ people: 0, entries: 3 });
});

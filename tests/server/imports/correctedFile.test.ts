import { expect } from 'vitest';
import { csv, errorsOf, importFiles, preview } from '../../support/server/sheets.ts';
import { isolatedTest as test } from '../../support/server/world.ts';
import { counts, NEXT_MONTH } from '../../support/server/imports/imports.ts';

const people = (...lines: string[]) =>
  csv('people.csv', 'Name,Email,Property,Unit,Lease start,Lease end,Monthly rent', ...lines);
const notesOf = async (...files: ReturnType<typeof csv>[]) => {
  const shown = await preview(files);
  expect(errorsOf(shown)).toEqual([]);
  return shown.sheets.map(({ rows }) => rows.map(({ outcome, notes }) => [outcome, ...notes]));
};

test('another rent of a lease that is here is told, and not taken for what is here', async () => {
  const sheet = (rent: string, free = '') =>
    people(
      `Ana Lima,ana@example.com,Maple Court,102,2026-05-01,2027-04-30,${rent}`,
      `Bo Lind,bo@example.com,Harbor House,201,2026-05-01,2027-04-30,${free}`,
    );
  await importFiles([sheet('900', '0')]);
  expect(await notesOf(sheet('900'))).toEqual([[['there'], ['there']]]);
  expect(await notesOf(sheet('950', '700'))).toEqual([
    [
      ['there', 'The rent of the lease stays as it is here: $900.00.'],
      ['there', 'The rent of the lease stays as it is here: none.'],
    ],
  ]);
});

test('another rent, or another tenant, is told too where the sheet does not say when its leases began', async () => {
  const roll = (rent: string, name = 'Bo Lind') =>
    csv('roll.csv', 'Property,Unit,Tenant,Email,Rent,Balance', `Harbor House,201,${name},,${rent},`);
  await importFiles([roll('700')]);
  expect(await notesOf(roll('700'))).toEqual([[['there']]]);
  expect(await notesOf(roll('750'))).toEqual([
    [['there', 'The rent of the lease stays as it is here: $700.00.']],
  ]);
  const shown = await preview([roll('700', 'Cy Moss')]);
  expect(shown.sheets[0]!.rows).toMatchObject([
    {
      outcome: 'new',
      values: { full_name: 'Cy Moss', starts: NEXT_MONTH },
      notes: ['The lease is here already without this person, who is not added to it.'],
    },
  ]);
});

test('a corrected email is that of the person of its name and unit, who is not made twice', async () => {
  const sheet = (email: string) => people(`Ana Lima,${email},Maple Court,102,2026-05-01,,900`);
  await importFiles([sheet('ana@example.com')]);
  const before = await counts();
  const owed = csv('balances.csv', 'Email,Date,Amount', 'ana.lima@example.com,2026-10-01,12');
  expect(await notesOf(sheet('ana.lima@example.com'), owed)).toEqual([
    [
      [
        'there',
        'The email stays as it is here: ana@example.com. Change it on their page. Somebody else of this name is added in Manage Users.',
      ],
    ],
    [['new']],
  ]);
  await importFiles([sheet('ana.lima@example.com')]);
  expect(await counts()).toEqual(before);
});

test('two people of one name and unit with an email each are two', async () => {
  const file = people(
    'Al Roe,al@example.com,Maple Court,102,2026-05-01,,900',
    'Al Roe,al.junior@example.com,Maple Court,102,2026-05-01,,900',
  );
  expect((await importFiles([file])).adds).toMatchObject({ people: 2, leases: 1 });
  expect(await notesOf(file)).toEqual([[['there'], ['there']]]);
});

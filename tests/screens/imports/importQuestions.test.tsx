import { screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { server } from '../../support/server/world.ts';
import { test } from '../../support/screens/world.ts';
import { open, file, choose, part } from '../../support/screens/imports/import.ts';

const button = () => screen.findByRole('button', { name: 'Import' });
const PEOPLE = ['Name,Email,Unit,Property', 'Jo Roe,jo,102,Maple Court', 'Al,,102,Maple Court'];

test('two columns that are one field are a question, with values of each', async () => {
  const app = await open();
  await choose(
    app,
    file(
      'people.csv',
      'Name,Unit,Property,Lease start,Monthly rent,Rent',
      'Jo Roe,102,Maple Court,2026-05-01,901,801',
    ),
  );
  const question = within(await screen.findByRole('group', { name: 'Which column is “Monthly rent”?' }));
  expect(question.getByRole('radio', { name: /^Monthly rent “901”/ })).not.toBeChecked();
  await app.user.click(question.getByRole('radio', { name: /^Rent “801”/ }));
  await waitFor(() => expect(screen.getByRole('row', { name: /^2/ })).toHaveTextContent('$801.00'));
  expect(await button()).toBeEnabled();
});

test('a cell is corrected on screen, and a row is left out and brought back', async () => {
  const app = await open();
  await choose(app, file('people.csv', ...PEOPLE));
  const sheet = within(await part('people.csv'));
  await app.user.click(sheet.getByRole('button', { name: 'Correct here: Email in line 2' }));
  const field = sheet.getByLabelText('Email in line 2');
  await app.user.clear(field);
  await app.user.type(field, 'jo@example.com');
  await app.user.click(sheet.getByRole('button', { name: 'Use this' }));
  await waitFor(() => expect(sheet.getByRole('row', { name: /^2/ })).toHaveTextContent('jo@example.com'));
  await app.user.click(sheet.getByRole('button', { name: 'Leave out line 3' }));
  await waitFor(async () => expect(await button()).toBeEnabled());
  await app.user.click(sheet.getByText('3 lines: 1 row, 1 line of headings, 1 left out.'));
  await app.user.click(sheet.getByRole('button', { name: 'Bring back line 3' }));
  expect(await sheet.findByText('First name is required')).toBeVisible();
});

test('errors with one cause are told once, with the lines that have it', async () => {
  const app = await open();
  await choose(
    app,
    file('people.csv', PEOPLE[0]!, ...Array.from({ length: 12 }, () => 'Al,,102,Maple Court')),
  );
  const sheet = within(await part('people.csv'));
  expect(sheet.getAllByText('First name is required')).toHaveLength(1);
  expect(sheet.getByText('12 rows, from line 2 on, Name:')).toBeVisible();
});

test('the columns stay open while one works in them, and a corrected file is read in the same way', async () => {
  const app = await open();
  await choose(app, file('list.csv', 'Where,Which,How much', 'Maple Court,9C,lots'));
  const sheet = within(await part('list.csv'));
  await app.user.selectOptions(sheet.getByLabelText('This sheet contains'), 'Properties and units');
  await sheet.findByText(/Please say which column is “Unit”/);
  await app.user.selectOptions(sheet.getByRole('combobox', { name: /^Unit/ }), 'Which');
  await app.user.selectOptions(await sheet.findByRole('combobox', { name: 'Property' }), 'Where');
  await sheet.findByRole('table');
  expect(sheet.getByRole('combobox', { name: 'Monthly rent' })).toBeVisible();
  await choose(app, file('corrected.csv', 'Where,Which,How much', 'Maple Court,9D,900'));
  const corrected = within(await part('corrected.csv'));
  await waitFor(() => expect(corrected.getByRole('table')).toHaveTextContent('9DMaple Court'));
});

test('two files of one name that are chosen together are two files', async () => {
  const app = await open();
  await choose(
    app,
    file('units.csv', 'Property,Unit', 'Maple Court,9E'),
    file('units.csv', 'Property,Unit', 'Maple Court,9F'),
  );
  expect(await screen.findAllByRole('region', { name: 'units.csv' })).toHaveLength(2);
  expect(screen.getAllByRole('button', { name: 'Remove units.csv' })).toHaveLength(2);
});

test('a rent roll of a known program is imported with one answer, in four interactions', async () => {
  const app = await open();
  await choose(
    app,
    file(
      'roll.csv',
      'Property,Unit,Bed/Bath,Tenants,Lease start,Lease end,Rent,Balance due',
      'Cedar Row,1,1/1,Nora Fielding,02/13/2026,At will,"$1,100.00",$120.00',
      'Cedar Row,2,1/1,VACANT,,,,',
      ',,,,,Total:,"$1,100.00",$120.00',
    ),
  );
  const sheet = within(await part('roll.csv'));
  expect(sheet.getByText('This looks like a Buildium rent roll.')).toBeVisible();
  expect(sheet.getByText('4 lines: 2 rows, 1 line of headings, 1 left out.')).toBeVisible();
  expect(sheet.getByRole('row', { name: /^3/ })).toHaveTextContent('Vacant');
  expect(screen.getByText('There is 1 question to answer before this can be imported.')).toBeVisible();
  expect(await button()).toBeDisabled();
  await app.user.type(screen.getByLabelText('Address of Cedar Row'), '5 Cedar Street');
  await app.user.click(screen.getByRole('button', { name: 'Use this answer' }));
  await waitFor(async () => expect(await button()).toBeEnabled());
  expect(screen.getByLabelText(/^Balances are those of/)).toBeVisible();
  await app.user.click(await button());
  expect(
    await screen.findByText('Imported: 1 property, 2 units, 1 person, 1 lease, 1 opening balance.'),
  ).toBeVisible();
});

test('a rent roll that does not say its property names what is missing, until a new one has its address', async () => {
  const app = await open();
  await choose(
    app,
    file(
      'roll.csv',
      'Birch Apartments',
      'Unit,Tenant,Lease start,Rent,Balance',
      '102,Nora Fielding,2026-02-13,1100,0',
    ),
  );
  const group = await screen.findByRole('group', {
    name: 'Which property are these units in? Above them stands “Birch Apartments”.',
  });
  const property = within(group).getByLabelText('Property');
  const address = within(group).getByLabelText('Address');
  expect(property).toHaveValue('Birch Apartments');
  expect(property).toBeRequired();
  const offered = document.getElementById(property.getAttribute('list') ?? '')?.querySelectorAll('option');
  expect([...(offered ?? [])].map(({ value }) => value)).toEqual(
    expect.arrayContaining(['Maple Court', 'Harbor House']),
  );
  expect([...(offered ?? [])].map(({ value }) => value)).not.toContain('Birch Apartments');
  expect(address).toHaveAccessibleDescription('A new property needs its address; one that is here does not.');
  expect(await button()).toHaveAccessibleDescription(/Which property .* Missing: Property, Address\.$/);
  const use = screen.getByRole('button', { name: 'Use this answer' });
  await app.user.click(use);
  await waitFor(async () =>
    expect(await button()).toHaveAccessibleDescription(/Which property .* Missing: Address\.$/),
  );
  expect(address).toBeInvalid();
  expect(property).not.toBeInvalid();
  await waitFor(() => expect(use).toBeEnabled());
  await app.user.type(address, '7 Birch Street');
  await app.user.click(use);
  await waitFor(async () => expect(await button()).toBeEnabled());
  expect(await button()).not.toHaveAccessibleDescription();
});

test('a property that has no units, also after the rent roll, is named with its link', async () => {
  const { sql } = server.database;
  const [yard] = await sql<{ id: number }>`
    insert into properties (property_name, address) values ('Larch Yard', '1 Larch Street') returning id`;
  const app = await open();
  await choose(app, file('roll.csv', 'Property,Unit,Tenant,Rent,Balance', 'Maple Court,102,,900,0'));
  const link = await screen.findByRole('link', { name: 'Larch Yard' });
  expect(link).toHaveAttribute('href', `/admin/property/${yard!.id}`);
  expect(link.closest('li')).toHaveTextContent('Larch Yard has no units.');
  expect(screen.queryByRole('link', { name: 'Maple Court' })).toBeNull();
});

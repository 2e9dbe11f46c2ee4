import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import {
  IMPORT_TABLE_NAMES,
  importColumns,
  type ImportTable,
} from '../../../contract/imports/importTables.ts';
import { templateOf, workbookTemplate } from '../../../src/features/imports/templates.ts';
import { csvOf } from '../../../src/ui/files/csv.ts';
import { workbookOf } from '../../../src/ui/files/workbook.ts';
import { savedFiles } from '../../support/screens/files.ts';
import { test } from '../../support/screens/world.ts';
import { preview } from '../../support/server/sheets.ts';
import { server } from '../../support/server/world.ts';
import { open, file, choose, part } from '../../support/screens/imports/import.ts';

beforeEach(async () => {
  await server.database.sql`delete from units where id > 5`;
});
/** The columns of a template: a name, or a lease's days, stand in two of them and not in one, and a property's address with its units. */
const templateColumns = (table: ImportTable) =>
  Object.keys(importColumns(table)).filter(
    (name) => !['full_name', 'lease_dates', 'property_address'].includes(name),
  );
const button = () => screen.findByRole('button', { name: 'Import' });
const units = async () =>
  server.database.sql<{ unit_number: string }>`select unit_number from units where id > 5 order by id`;

test('a manager sees what a file will add, and imports it', async () => {
  const app = await open();
  await choose(
    app,
    file('new units.csv', 'Building,Apt,Rent', 'Maple Court,9A,"$1,450.00"', 'Maple Court,101,1'),
  );
  const sheet = await part('new units.csv');
  expect(within(sheet).getByRole('combobox', { name: 'This sheet contains' })).toHaveDisplayValue(
    'Properties and units',
  );
  const rows = within(sheet)
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);
  expect(rows[0]).toContain('9AMaple Court$1,450.00Not setNoneNew');
  expect(rows[1]).toContain('Here alreadyThe rent stays as it is here: $1,200.00.');
  expect(await units()).toEqual([]);
  await app.user.click(await button());
  expect(await screen.findByText('Imported: 1 unit.')).toBeVisible();
  expect(await units()).toEqual([{ unit_number: '9A' }]);
  expect(screen.getAllByRole('link', { name: 'Units' }).at(-1)).toHaveAttribute('href', '/admin/units');
  expect(screen.queryByRole('list', { name: 'Chosen files' })).toBeNull();
});

test('errors are told by line and column, keep the button off, and go with a corrected file of the same name', async () => {
  const app = await open();
  await choose(app, file('units.csv', 'Property,Unit,Monthly rent', 'Maple Court,9A,lots', 'Nowhere,9B,'));
  const sheet = await part('units.csv');
  const errors = within(sheet)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent.replace(/(?:Correct here)?Leave outShow line \d+$/, ''));
  expect(errors).toEqual([
    'Line 2, Monthly rent: lots is no amount. Please write it like 1450.00.',
    'Line 3, Address: Nowhere is a new property. Please give its address in one of its rows.',
  ]);
  expect(await button()).toBeDisabled();
  await screen.findByText(/^There are 2 errors below\. Correct them in the file/);
  await choose(app, file('units.csv', 'Property,Unit,Monthly rent', 'Maple Court,9A,lots'));
  await screen.findByText(/^There is 1 error below\. Correct it in the file/);
  await choose(app, file('units.csv', 'Property,Unit,Monthly rent', 'Maple Court,9A,1450'));
  await waitFor(async () => expect(await button()).toBeEnabled());
  expect(screen.getAllByRole('button', { name: /^Remove/ })).toHaveLength(1);
});

test('a cell is corrected by the keyboard alone, whose focus is never lost', async () => {
  const app = await open();
  await choose(app, file('units.csv', 'Property,Unit,Monthly rent', 'Maple Court,9A,lots'));
  const sheet = await part('units.csv');
  within(sheet).getByRole('button', { name: 'Correct here: Monthly rent in line 2' }).focus();
  await app.user.keyboard('{Enter}');
  expect(within(sheet).getByLabelText('Monthly rent in line 2')).toHaveFocus();
  await app.user.keyboard('1450{Enter}');
  await waitFor(async () => expect(await button()).toBeEnabled());
  expect(sheet).toHaveFocus();
});

test('a day that the calendar lacks is shown as it stands in the file', async () => {
  const app = await open();
  await choose(
    app,
    file(
      'people.csv',
      'Name,Property,Unit,Lease start,Monthly rent',
      'Jo Roe,Maple Court,101,2026-02-30,1200',
      'Al Roe,Maple Court,102,2026-02-28,1200',
    ),
  );
  const sheet = within(await part('people.csv'));
  expect(sheet.getByRole('row', { name: /^2/ })).toHaveTextContent('2026-02-30 – open');
  expect(sheet.getByRole('row', { name: /^3/ })).toHaveTextContent('Feb 28, 2026 – open');
});

test('columns that are not known by their headings are chosen', async () => {
  const app = await open();
  await choose(app, file('list.csv', 'Where,Which,How much', 'Maple Court,9C,900'));
  const sheet = await part('list.csv');
  expect(within(sheet).getByText(/do not say what this sheet contains/)).toBeVisible();
  await app.user.selectOptions(within(sheet).getByLabelText('This sheet contains'), 'Properties and units');
  expect(await within(sheet).findByText(/Please say which column is “Unit”/)).toBeVisible();
  await app.user.selectOptions(within(sheet).getByRole('combobox', { name: /^Unit/ }), 'Which');
  await app.user.selectOptions(await within(sheet).findByRole('combobox', { name: 'Property' }), 'Where');
  await waitFor(() => expect(within(sheet).getByRole('table')).toHaveTextContent('9CMaple Court'));
  await app.user.selectOptions(within(sheet).getByRole('combobox', { name: 'Monthly rent' }), 'How much');
  await waitFor(() => expect(within(sheet).getByRole('table')).toHaveTextContent('$900.00'));
});

test('a date that can be read in two ways is asked about', async () => {
  const app = await open();
  await choose(app, file('people.csv', 'Name,Unit,Lease start,Rent', 'Jo Roe,2B,03/04/2026,900'));
  expect(await screen.findByText(/How are dates such as/)).toBeVisible();
  expect(await button()).toBeDisabled();
  await app.user.click(screen.getByLabelText('The day first: April 3'));
  const sheet = await part('people.csv');
  await waitFor(() => expect(within(sheet).getByRole('table')).toHaveTextContent('Apr 3, 2026 – open'));
  expect(await button()).toBeEnabled();
});

test('without a connection nothing chosen is lost, and it is read once there is one', async () => {
  const app = await open();
  await screen.findByRole('heading', { name: 'Files' });
  app.network.offline = true;
  await choose(app, file('units.csv', 'Property,Unit', 'Maple Court,9D'));
  expect(await screen.findByText(/The files stay chosen here/)).toBeVisible();
  expect(within(screen.getByRole('list', { name: 'Chosen files' })).getByText('units.csv')).toBeVisible();
  app.reconnect();
  const again = screen.getByRole('button', { name: 'Try again' });
  await waitFor(() => expect(again).toBeEnabled());
  await app.user.click(again);
  expect(await part('units.csv')).toHaveTextContent('9D');
});

test('a file of another kind, or too many, is refused where it is chosen', async () => {
  const app = await open();
  await choose(app, file('old.xls', 'x'));
  expect(await screen.findByText('old.xls cannot be read. Please save it as .xlsx or CSV.')).toBeVisible();
  await choose(app, ...Array.from({ length: 11 }, (_, index) => file(`${index}.csv`, 'Unit', '1')));
  expect(await screen.findByText('Please choose at most 10 files.')).toBeVisible();
});

test('each template is read back as its own table, with every column but the name in one', async () => {
  const app = await open();
  const files = savedFiles();
  await app.user.click(await screen.findByRole('button', { name: 'Template: Opening balances' }));
  await waitFor(() => expect(files.map(({ name }) => name)).toEqual(['porchlight-balances.csv']));
  for (const table of IMPORT_TABLE_NAMES) {
    const content = await csvOf(templateOf(table));
    const { sheets } = await preview([{ name: 'template.csv', content }]);
    const names = templateColumns(table);
    expect([sheets[0]!.table, Object.keys(sheets[0]!.columns).sort()]).toEqual([table, names.sort()]);
  }
});

test('the workbook of templates has each table on its sheet with every column, and an example that can be imported', async () => {
  const app = await open();
  const files = savedFiles();
  await app.user.click(await screen.findByRole('button', { name: 'Template: All in one workbook' }));
  await waitFor(() => expect(files.map(({ name }) => name)).toEqual(['porchlight-import.xlsx']));
  const content = await workbookOf(workbookTemplate());
  const { sheets, adds } = await preview([{ name: 'template.xlsx', content }]);
  expect(sheets.map(({ sheet, table, errors }) => [sheet, table, errors])).toEqual([
    ['Properties and units', 'units', []],
    ['People and leases', 'people', []],
    ['Opening balances', 'balances', []],
    ['Meters', 'meters', []],
  ]);
  for (const [index, table] of (['units', 'people', 'balances', 'meters'] as const).entries()) {
    const names = templateColumns(table);
    expect(Object.keys(sheets[index]!.columns).sort()).toEqual(names.sort());
  }
  expect(adds).toEqual({ properties: 1, units: 1, people: 1, leases: 1, entries: 1, moved: 0, meters: 1 });
});

test('text of a workbook is read back as it was written, and numbers as numbers', async () => {
  const content = await workbookOf([
    {
      name: 'A "1" & <B>',
      rows: [
        ['Property', 'Unit', 'Rent', 'Notes'],
        ['Maple Court', '007', 1450.5, '=1+1 & <b>'],
      ],
    },
  ]);
  const { sheets } = await preview([{ name: 'units.xlsx', content }]);
  expect(sheets).toMatchObject([
    {
      sheet: 'A "1" & <B>',
      rows: [{ values: { unit_number: '007', rent_amount: '1450.50', notes: '=1+1 & <b>' } }],
    },
  ]);
});

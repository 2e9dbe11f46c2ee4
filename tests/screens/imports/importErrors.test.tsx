import { screen, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';
import { open, file, choose, part, lines } from '../../support/screens/imports/import.ts';

beforeEach(async () => {
  await server.database.sql`delete from units where id > 5`;
});

/** A sheet of people from line 2 on, of whom those on `wrong` lines have no email that can be. */
const peopleFile = (name: string, count: number, wrong: readonly number[]) =>
  file(
    name,
    'Name,Email',
    ...Array.from({ length: count }, (_, index) => {
      const isWrong = wrong.includes(index + 2);
      return `Jo Roe${index},${isWrong ? 'nowhere' : `jo${index}@example.com`}`;
    }),
  );
const linesShown = (sheet: HTMLElement) =>
  within(sheet)
    .getAllByRole('row')
    .slice(1)
    .map((row) => Number(within(row).getAllByRole('cell')[0]!.textContent.replace(',', '')));
const EMAIL = 'Please enter an email address like name@example.com.';

test('errors of every sheet stand above the sheets, and each leads to its row', async () => {
  const app = await open();
  await choose(
    app,
    file('units.csv', 'Property,Unit,Rent', 'Nowhere,9A,lots'),
    peopleFile('people.csv', 40, [31]),
  );
  const summary = await part('Errors');
  expect(within(summary).getByRole('heading', { name: '2 rows have errors' })).toBeVisible();
  expect(
    within(summary)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Properties and units, line 2, column Address: Nowhere is a new property. Please give its address in one of its rows.',
    'Properties and units, line 2, column Monthly rent: lots is no amount. Please write it like 1450.00.',
    `People and leases, line 31, column Email: ${EMAIL}`,
  ]);
  expect(within(summary).queryByText(/more$/)).toBeNull();
  const link = within(summary).getByRole('link', { name: /line 31/ });
  link.focus();
  await app.user.keyboard('{Enter}');
  const row = within(await part('people.csv')).getByRole('row', { name: /^31/ });
  expect(row).toHaveFocus();
  expect(link).toHaveAttribute('href', `#${row.id}`);
  // The browser's button goes back to the screen before.
  expect(window.location.hash).toBe('');
});

test('an error of the headings leads to its sheet, which is named where two contain the same', async () => {
  const app = await open();
  await choose(
    app,
    file('list.csv', 'Where,Which', 'Maple Court,9C'),
    file('units.csv', 'Property,Unit', 'Maple Court,9D'),
  );
  const sheet = await part('list.csv');
  await app.user.selectOptions(within(sheet).getByLabelText('This sheet contains'), 'Properties and units');
  const link = await within(await part('Errors')).findByRole('link', {
    name: 'Properties and units, list.csv, line 1, column Unit: Please say which column is “Unit”.',
  });
  expect(screen.getByRole('heading', { name: '1 row has errors' })).toBeVisible();
  await app.user.click(link);
  expect(sheet).toHaveFocus();
});

test('twenty errors have a link, and the others are counted', async () => {
  const app = await open();
  await choose(app, peopleFile('people.csv', 40, lines(25)));
  const summary = await part('Errors');
  expect(within(summary).getByRole('heading')).toHaveTextContent('25 rows have errors');
  expect(within(summary).getAllByRole('link')).toHaveLength(20);
  expect(within(summary).getByText('and 5 more')).toBeVisible();
});

test('of a long sheet the first ten rows and those with a link are shown, and all when asked for', async () => {
  const app = await open();
  await choose(app, peopleFile('people.csv', 60, [5, 31, 50]));
  const sheet = await part('people.csv');
  expect(linesShown(sheet)).toEqual([...lines(10), 31, 50]);
  await app.user.click(within(sheet).getByRole('button', { name: 'Show all 60 rows' }));
  expect(linesShown(sheet)).toEqual(lines(60));
  // Where rows were left out.
  expect(within(sheet).getByRole('row', { name: /^12/ })).toHaveFocus();
  expect(within(sheet).queryByRole('button', { name: /^Show all/ })).toBeNull();
  await choose(app, peopleFile('more.csv', 2000, []));
  expect(within(await part('more.csv')).getByRole('button', { name: 'Show all 2,000 rows' })).toBeVisible();
});

test('a short sheet is shown whole at once', async () => {
  const app = await open();
  await choose(app, peopleFile('people.csv', 10, []));
  const sheet = await part('people.csv');
  expect(linesShown(sheet)).toEqual(lines(10));
  expect(within(sheet).queryByRole('button', { name: /^Show all/ })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Errors' })).toBeNull();
});

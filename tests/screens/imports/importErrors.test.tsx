import { screen, waitFor, within } from '@testing-library/react';
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

test('the sheets with errors stand above, and each error is told once, where it is mended and leads to its row', async () => {
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
  ).toEqual(['2 errors in Properties and units', '1 error in People and leases']);
  for (const message of [
    'Nowhere is a new property. Please give its address in one of its rows.',
    'lots is no amount. Please write it like 1450.00.',
    EMAIL,
  ]) {
    expect(
      screen.getAllByText((_, element) => element?.tagName === 'LI' && element.textContent.includes(message)),
    ).toHaveLength(1);
  }
  const people = await part('people.csv');
  const link = within(summary).getByRole('link', { name: '1 error in People and leases' });
  expect(link).toHaveAttribute('href', `#${people.id}`);
  await app.user.click(link);
  expect(people).toHaveFocus();
  // The browser's button goes back to the screen before.
  expect(window.location.hash).toBe('');
  within(people).getByRole('button', { name: 'Show line 31' }).focus();
  await app.user.keyboard('{Enter}');
  await waitFor(() => expect(within(people).getByRole('row', { name: /^31/ })).toHaveFocus());
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
    name: '1 error in Properties and units, list.csv',
  });
  expect(screen.getByRole('heading', { name: '1 row has errors' })).toBeVisible();
  await app.user.click(link);
  expect(sheet).toHaveFocus();
  expect(within(sheet).getByText(/Please say which column is “Unit”\.$/)).toBeVisible();
  expect(within(sheet).queryByRole('button', { name: /^Show line/ })).toBeNull();
});

test('the row of an error that is told when asked for is shown, too', async () => {
  const app = await open();
  await choose(
    app,
    file(
      'units.csv',
      'Property,Unit,Rent',
      ...Array.from({ length: 40 }, (_, index) => `Maple Court,9-${index},lots${index}`),
    ),
  );
  const sheet = await part('units.csv');
  await within(sheet).findByRole('heading', { name: '40 errors' });
  expect(linesShown(sheet)).toEqual(lines(20));
  expect(within(sheet).queryByRole('button', { name: 'Show line 30' })).toBeNull();
  await app.user.click(within(sheet).getByRole('button', { name: 'Show all errors' }));
  await app.user.click(within(sheet).getByRole('button', { name: 'Show line 30' }));
  await waitFor(() => expect(within(sheet).getByRole('row', { name: /^30/ })).toHaveFocus());
});

test('of a long sheet the first ten rows and those with an error that is told are shown, and all when asked for', async () => {
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

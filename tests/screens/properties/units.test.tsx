import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import type { App } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { open, row, cells, onServer, resetUnits } from '../../support/screens/properties/units.ts';

beforeEach(resetUnits);

const rows = () => screen.getAllByRole('row').length - 1;

async function remove(app: App, unit: string, property: string, choice: string): Promise<void> {
  await app.user.click(await screen.findByRole('button', { name: `Delete unit ${unit}, ${property}` }));
  const question = `Are you sure you want to delete unit ${unit} of ${property}? This cannot be undone.`;
  const dialog = await screen.findByRole('alertdialog', { name: question });
  await app.user.click(within(dialog).getByRole('button', { name: choice }));
}

test('each unit is told with its property, rent, notes and tenants', async () => {
  await open();
  expect(cells(await row('Edit unit 9C, Harbor House'))).toEqual([
    'Unit 9C',
    'Harbor House ID 2',
    '$1,234.50',
    'Top floor',
    'Zoë Müller',
    'EditDelete',
  ]);
  // Nothing is written of who lives here, so it is told by whose account belongs to it.
  expect(cells(await row('Edit unit 101, Maple Court')).slice(2, 5)).toEqual([
    '$1,200.00',
    'None',
    'Robin Hale',
  ]);
  expect(cells(await row('Edit unit 2B, Maple Court')).slice(2, 5)).toEqual(['Not set', 'None', 'None']);
  expect(screen.getByRole('link', { name: '+ Add new unit' })).toHaveAttribute('href', '/admin/addunit');
});

test.each([
  ['9c', '9C'],
  ['zoe muller', '9C'],
  ['top  FLOOR', '9C'],
  ['robin', '101'],
])('searching for “%s” finds unit %s', async (search, unit) => {
  const app = await open();
  await app.user.type(await screen.findByRole('searchbox'), search);
  await screen.findByText('1 of 6 units');
  expect(rows()).toBe(1);
  expect(screen.getByRole('link', { name: new RegExp(`^Edit unit ${unit},`) })).toBeVisible();
});

test('a property’s name finds its units, and a search without a find says so', async () => {
  const app = await open();
  await app.user.type(await screen.findByRole('searchbox'), 'maple');
  await screen.findByText('3 of 6 units');
  await app.user.type(screen.getByRole('searchbox'), ' leaf');
  expect(await screen.findByText('No unit matches “maple leaf”.')).toBeVisible();
});

test('a search is cleared by its button, and can be typed again at once', async () => {
  const app = await open();
  await app.user.type(await screen.findByRole('searchbox'), 'maple');
  await screen.findByText('3 of 6 units');
  await app.user.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(await screen.findByText('6 units')).toBeVisible();
  expect(screen.getByRole('searchbox')).toHaveFocus();
  expect(screen.queryByRole('button', { name: 'Clear search' })).toBeNull();
});

test('where there is none, it says so', async () => {
  const app = await open();
  app.network.failAll(/GET \/units/, { status: 200, body: [] });
  expect(await screen.findByRole('heading', { name: 'No Units Found' })).toBeVisible();
});

test('who is not a manager any more is denied access, whatever this device still knows', async () => {
  const app = await open();
  await row('Edit unit 9C, Harbor House');
  app.close();
  const again = await open();
  again.network.failAll(/GET \/changes\/rows/, {
    status: 200,
    body: { cursor: 'now', lists: { listProperties: 'whole', listUnits: 'whole' } },
  });
  again.network.failAll(/GET \/units/, { status: 403, code: 'forbidden' });
  expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeVisible();
  expect(screen.getByText("You don't have permission to view this page.")).toBeVisible();
});

test('deleting asks first, says that it cannot be undone, then that it is done, and is on record', async () => {
  const app = await open();
  await remove(app, '9C', 'Harbor House', 'Cancel');
  expect(await onServer()).toHaveLength(6);
  await remove(app, '9C', 'Harbor House', 'Delete');
  const done = await screen.findByText('Unit 9C deleted successfully');
  expect(await onServer()).toHaveLength(5);
  await waitFor(() => expect(screen.queryByText('Top floor')).toBeNull());
  await waitFor(() => expect(done.closest('[tabindex]')).toHaveFocus());
  await app.user.click(screen.getByText('Changes'));
  expect((await screen.findAllByText(/deleted unit 9C/))[0]).toBeVisible();
});

test('what could not be deleted says what stands in the way, and stays', async () => {
  const app = await open();
  await remove(app, '101', 'Maple Court', 'Delete');
  expect(
    await screen.findByText('Error deleting unit: Unit 101 cannot be deleted: it has 1 active tenant.'),
  ).toBeVisible();
  expect(await row('Edit unit 101, Maple Court')).toBeVisible();
});

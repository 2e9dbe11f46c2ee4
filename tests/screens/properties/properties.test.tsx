import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import type { App } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';
import { open, card, onServer, resetProperties } from '../../support/screens/properties/properties.ts';

beforeEach(resetProperties);

async function remove(app: App, name: string, choice: string): Promise<void> {
  await app.user.click(await screen.findByRole('button', { name: `Delete ${name}` }));
  const question = `Are you sure you want to delete the property "${name}"? This cannot be undone.`;
  const dialog = await screen.findByRole('alertdialog', { name: question });
  await app.user.click(within(dialog).getByRole('button', { name: choice }));
}

test('each property has a card with name, address, phone and total units', async () => {
  await open();
  const maple = await card('Maple Court');
  expect(maple.getByText('12 Maple Street')).toBeVisible();
  expect(maple.getByRole('link', { name: '555-010-0001' })).toHaveAttribute('href', 'tel:5550100001');
  expect(maple.getByText('Total units').nextSibling).toHaveTextContent('3');
  const quay = await card('Quay View');
  expect(quay.getByText('Not provided')).toBeVisible();
  expect(quay.getByText('Not specified')).toBeVisible();
  expect(screen.getByRole('link', { name: '+ Add new property' })).toHaveAttribute(
    'href',
    '/admin/addproperty',
  );
  expect(maple.getByRole('link', { name: 'Edit Maple Court' })).toHaveAttribute(
    'href',
    '/admin/editproperty/1',
  );
});

test('a phone that is not ten digits counts as not provided, and is told so that it can be mended', async () => {
  await server.database.sql`update properties set phone_number = '555-0100' where id = 30`;
  await open();
  const quay = await card('Quay View');
  expect(quay.getByText('Not provided')).toBeVisible();
  expect(quay.getByText('“555-0100” is not a number of ten digits.')).toBeVisible();
});

test('where there is none, it says so, and looks again when asked', async () => {
  const app = await open();
  const mend = app.network.failAll(/GET \/properties/, { status: 200, body: [] });
  expect(await screen.findByRole('heading', { name: 'No Properties Found' })).toBeVisible();
  mend();
  await app.user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await card('Maple Court')).toBeDefined();
});

test('who is not a manager any more is denied access, whatever this device still knows', async () => {
  const app = await open();
  await card('Maple Court');
  app.close();
  const again = await open();
  again.network.failAll(/GET \/changes\/rows/, {
    status: 200,
    body: { cursor: 'now', lists: { listProperties: 'whole', listUnits: 'whole' } },
  });
  again.network.failAll(/GET \/properties/, { status: 403, code: 'forbidden' });
  expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeVisible();
  expect(screen.getByText("You don't have permission to view this page.")).toBeVisible();
  expect(screen.queryByText('Maple Court')).toBeNull();
});

test('deleting asks first, says that it cannot be undone, and then that it is done', async () => {
  const app = await open();
  await remove(app, 'Quay View', 'Cancel');
  expect(await onServer()).toHaveLength(3);
  await remove(app, 'Quay View', 'Delete');
  const done = await screen.findByText('Property "Quay View" deleted successfully');
  expect(await onServer()).toHaveLength(2);
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Quay View' })).toBeNull());
  // The button that was pressed is gone; focus is where the outcome is said.
  await waitFor(() => expect(done.closest('[tabindex]')).toHaveFocus());
});

test('what could not be deleted says why, and stays', async () => {
  const app = await open();
  await remove(app, 'Harbor House', 'Delete');
  expect(
    await screen.findByText('Error deleting property: Harbor House cannot be deleted: it has 2 units.'),
  ).toBeVisible();
  expect(await card('Harbor House')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Delete Harbor House' })).toHaveFocus();
});

test('the changes of all properties stand below the list, those that are deleted too', async () => {
  const app = await open();
  await remove(app, 'Quay View', 'Delete');
  await screen.findByText('Property "Quay View" deleted successfully');
  await app.user.click(screen.getByText('Changes'));
  expect((await screen.findAllByText(/deleted Quay View/))[0]).toBeVisible();
});

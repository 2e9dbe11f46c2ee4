import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import { until } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';
import { LIST, open, row, cells, onServer, resetUnits } from '../../support/screens/properties/units.ts';

beforeEach(resetUnits);

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const save = () => screen.getByRole('button', { name: /Add Unit|Save Changes/ });

test('a new unit is added to a chosen property, told of, and on the list', async () => {
  const app = await open();
  await app.user.click(await screen.findByRole('link', { name: '+ Add new unit' }));
  const property = await field('Property ID');
  expect(
    within(property)
      .getAllByRole('option')
      .map((each) => each.textContent),
  ).toEqual(['--Select a Property--', 'Maple Court (ID 1)', 'Harbor House (ID 2)']);
  await app.user.selectOptions(property, 'Harbor House (ID 2)');
  await app.user.type(await field('Unit number'), '12');
  await app.user.type(await field('Rent amount'), '1500.25');
  await app.user.type(await field('Notes'), 'By the stairs');
  await app.user.type(await field('Tenants'), 'The Lees');
  await app.user.click(save());
  await waitFor(() => expect(app.path()).toBe(LIST));
  expect(cells(await row('Edit unit 12, Harbor House')).slice(2, 5)).toEqual([
    '$1,500.25',
    'By the stairs',
    'The Lees',
  ]);
  await until(() => app.toasts().join().includes('Unit 12 created successfully!'));
});

test('rent, notes and tenants may stay empty, and are sent as null', async () => {
  const app = await open('/admin/addunit');
  await app.user.selectOptions(await field('Property ID'), '2');
  await app.user.type(await field('Unit number'), '12');
  await app.user.click(save());
  await waitFor(() => expect(app.path()).toBe(LIST));
  const [sent] = app.network.sent();
  expect(JSON.parse(sent!.body.toString())).toEqual({
    propertyId: 2,
    unitNumber: '12',
    rentAmount: null,
    notes: null,
    tenants: null,
  });
});

test('what is missing or wrong is said at its field, and nothing is sent', async () => {
  const app = await open('/admin/addunit');
  await app.user.type(await field('Rent amount'), '12.3456');
  await app.user.click(save());
  expect(await screen.findByText('Property ID is required')).toBeVisible();
  expect(screen.getByText('Unit number is required')).toBeVisible();
  expect(screen.getByText('Rent amount can have at most 2 decimals.')).toBeVisible();
  await app.user.type(await field('Unit number'), '0');
  expect(await screen.findByText('Unit number must be 1 or more.')).toBeVisible();
  expect(app.network.sent()).toEqual([]);
});

test('where there is no property, the form leads to adding one first', async () => {
  const app = await open('/admin/addunit');
  app.network.failAll(/GET \/properties/, { status: 200, body: [] });
  expect(await screen.findByText('Units belong to a property, so add one first.')).toBeVisible();
  expect(screen.getByRole('link', { name: '+ Add new property' })).toHaveAttribute(
    'href',
    '/admin/addproperty',
  );
});

test.each([
  ['/admin/addunit', '101'],
  ['/admin/editunit/50', '101'],
])('at %s a number that the property has already is said at its field', async (at, number) => {
  const app = await open(at);
  await app.user.selectOptions(await field('Property ID'), '2');
  await app.user.clear(await field('Unit number'));
  await app.user.type(await field('Unit number'), number);
  await app.user.click(save());
  expect(await screen.findByText('This property already has a unit 101.')).toBeVisible();
  expect(await field('Unit number')).toHaveFocus();
});

test('an edit begins with what is there, is saved, and is on record', async () => {
  const app = await open('/admin/editunit/50');
  expect(await field('Property ID')).toHaveValue('2');
  expect(await field('Rent amount')).toHaveValue('1234.5');
  expect(await field('Rent amount')).toHaveAttribute('inputmode', 'decimal');
  await app.user.selectOptions(await field('Property ID'), '1');
  await app.user.clear(await field('Rent amount'));
  await app.user.type(await field('Rent amount'), '1300');
  await app.user.clear(await field('Notes'));
  await app.user.click(save());
  await waitFor(() => expect(app.path()).toBe(LIST));
  await until(() => app.toasts().join().includes('Unit 9C updated successfully!'));
  expect(await onServer()).toContainEqual(
    expect.objectContaining({ id: 50, property_id: 1, rent_amount: 1300, notes: null }),
  );
  await app.user.click(await screen.findByRole('link', { name: 'Edit unit 9C, Maple Court' }));
  expect(await field('Rent amount')).toHaveValue('1300');
  await app.user.click(screen.getByText('Changes'));
  expect(await screen.findByText('Property: Harbor House → Maple Court')).toBeVisible();
  expect(screen.getByText('Rent amount: $1,234.50 → $1,300.00')).toBeVisible();
});

test('an edit leaves what another manager changed meanwhile, and may change nothing at all', async () => {
  const app = await open('/admin/editunit/50');
  await app.user.type(await field('Notes'), ', left');
  await server.database.sql`update units set rent_amount = 1300 where id = 50`;
  await app.user.click(save());
  await waitFor(() => expect(app.path()).toBe(LIST));
  expect(await onServer()).toContainEqual(
    expect.objectContaining({ id: 50, rent_amount: 1300, notes: 'Top floor, left', unit_number: '9C' }),
  );
  await app.user.click(await screen.findByRole('link', { name: 'Edit unit 9C, Harbor House' }));
  await field('Notes');
  await app.user.click(save());
  await waitFor(() => expect(app.path()).toBe(LIST));
  expect(app.network.sent().map(({ body }) => JSON.parse(body.toString()) as unknown)).toEqual([
    { notes: 'Top floor, left' },
    {},
  ]);
});

test('an edit begins with what is there now, not with what this device knew', async () => {
  const app = await open('/admin/editunit/50');
  expect(await field('Notes')).toHaveValue('Top floor');
  app.close();
  await server.database.sql`update units set notes = 'Third floor' where id = 50`;
  await open('/admin/editunit/50');
  await waitFor(async () => expect(await field('Notes')).toHaveValue('Third floor'));
});

test.each([
  ['/admin/addunit', /POST/, 'Failed to create unit'],
  ['/admin/editunit/50', /PATCH/, 'Failed to update unit'],
])('at %s a refusal is told in the server’s words, or else as a failure', async (at, call, fallback) => {
  const app = await open(at);
  await app.user.selectOptions(await field('Property ID'), '2');
  await app.user.type(await field('Unit number'), '7');
  app.network.fail(call, { status: 409, message: 'The office is closed.' });
  await app.user.click(save());
  expect(await screen.findByText('The office is closed.', { selector: '[role=alert] *' })).toBeVisible();
  await until(() => app.toasts().join().includes('The office is closed.'));
  app.network.fail(call, { status: 409, body: { message: '', error: '', code: 'conflict' } });
  await app.user.click(save());
  expect(await screen.findByText(fallback, { selector: '[role=alert] *' })).toBeVisible();
  await until(() => app.toasts().join().includes(fallback));
});

test('a unit that cannot be loaded says why, in a toast too, and is tried again', async () => {
  const app = await open('/admin/editunit/50');
  const mend = app.network.failAll(/GET \/units\/50/, {
    status: 500,
    body: { message: '', error: '', code: 'internal' },
  });
  const words = 'Failed to load unit';
  expect(await screen.findByText(words, { selector: '[role=alert] *' })).toBeVisible();
  await until(() => app.toasts().join().includes(words));
  mend();
  await app.user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await field('Unit number')).toHaveValue('9C');
});

test('a lost connection is told once in a form, and no longer than it is lost', async () => {
  const app = await open('/admin/addunit');
  await app.user.selectOptions(await field('Property ID'), '2');
  await app.user.type(await field('Unit number'), '44');
  app.network.offline = true;
  await app.user.click(save());
  const said = await screen.findByText(/There is no connection to Porchlight\./);
  expect(said).toBeVisible();
  expect(screen.queryByText(/You need a connection to save this/)).toBeNull();
  app.network.offline = false;
  const { markOnline } = await import('../../../src/api/connection.ts');
  act(markOnline);
  expect(await screen.findByText('The connection is back. Please send this again.')).toBeVisible();
  expect(screen.queryByText(/There is no connection to Porchlight\./)).toBeNull();
});

test('without a connection the list can be read, and the form says so before anything is typed and keeps what is', async () => {
  const app = await open();
  await row('Edit unit 9C, Harbor House');
  app.network.offline = true;
  const { markOffline } = await import('../../../src/api/connection.ts');
  act(markOffline);
  expect(screen.getByText(/You need a connection to change units/)).toBeVisible();
  expect(await screen.findByText(/^Offline – saved/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Delete unit 9C, Harbor House' })).toBeDisabled();
  await app.user.click(screen.getByRole('link', { name: '+ Add new unit' }));
  expect(await screen.findByText(/You need a connection to save this/)).toBeVisible();
  await app.user.type(await field('Unit number'), '33');
  expect(save()).toBeDisabled();
  app.close();

  await open('/admin/addunit');
  await waitFor(async () => expect(await field('Unit number')).toHaveValue('33'));
  expect(screen.getByText('We kept what you wrote.')).toBeVisible();
});

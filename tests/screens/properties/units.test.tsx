import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import type { Unit } from '../../../contract/units/unit.ts';
import { openApp, until, type App } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';

beforeEach(async () => {
  const { sql } = server.database;
  await sql`delete from units where id > 5`;
  await sql`
    insert into units (id, property_id, unit_number, rent_amount, notes, tenants)
    values (50, 2, '9C', 1234.5, 'Top floor', 'Zoë Müller')`;
});

const LIST = '/admin/units';
const open = (at = LIST) => openApp(server, { at, as: 'manager' });
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const save = () => screen.getByRole('button', { name: /Add Unit|Save Changes/ });
const row = async (link: string) => (await screen.findByRole('link', { name: link })).closest('tr')!;
const cells = (tr: HTMLElement) =>
  within(tr)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
const rows = () => screen.getAllByRole('row').length - 1;

async function onServer(): Promise<Unit[]> {
  const as = await server.token('manager');
  return (await server.call('GET', '/units', { as })).json<Unit[]>();
}

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

test('without a connection the list can be read, and the form says so before anything is typed and keeps what is', async () => {
  const app = await open();
  await row('Edit unit 9C, Harbor House');
  app.network.offline = true;
  const { markOffline } = await import('../../../src/api/connection.ts');
  act(markOffline);
  expect(screen.getByText(/You need a connection to change units/)).toBeVisible();
  expect(await screen.findByText(/^Offline\. As of/)).toBeVisible();
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

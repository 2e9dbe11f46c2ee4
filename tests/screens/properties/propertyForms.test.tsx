import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import { until, type App } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';
import { LIST, open, card, onServer, resetProperties } from '../../support/screens/properties/properties.ts';

beforeEach(resetProperties);

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const save = () => screen.getByRole('button', { name: /Add Property|Save Changes/ });

async function lose(app: App): Promise<void> {
  app.network.offline = true;
  const { markOffline } = await import('../../../src/api/connection.ts');
  act(markOffline);
}

async function regain(app: App): Promise<void> {
  app.network.offline = false;
  const { markOnline } = await import('../../../src/api/connection.ts');
  act(markOnline);
}

test('a new property is added, told of, and on the list', async () => {
  const app = await open();
  await app.user.click(await screen.findByRole('link', { name: '+ Add new property' }));
  await app.user.type(await field('Property name'), 'Elm Yard');
  await app.user.type(await field('Address'), '1 Elm Yard');
  await app.user.type(await field('Phone'), '555 010 0003');
  await app.user.type(await field('Number of units'), '14');
  await app.user.click(save());
  await waitFor(() => expect(app.path()).toBe(LIST));
  const elm = await card('Elm Yard');
  expect(elm.getByRole('link', { name: '555-010-0003' })).toBeVisible();
  await until(() => app.toasts().join().includes('Property "Elm Yard" added successfully!'));
  const added = (await onServer()).find((each) => each.property_name === 'Elm Yard');
  expect(added).toMatchObject({ phone_number: '555 010 0003', total_units: 14 });
});

test('what is added while the list is loading is on it, though its answer was made before', async () => {
  const app = await open('/admin/addproperty');
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await field('Property name');
  app.network.after = ({ method, path }) =>
    method === 'GET' && path.endsWith('/properties') ? released : undefined;
  await app.user.click(screen.getByRole('button', { name: 'Cancel' }));
  await until(() => app.network.requests.some(({ path }) => path.endsWith('/properties')));
  await app.user.click(await screen.findByRole('link', { name: '+ Add new property' }));
  await app.user.type(await field('Property name'), 'Elm Yard');
  await app.user.type(await field('Address'), '1 Elm Yard');
  await app.user.click(save());
  await until(() => app.network.sent().length === 1);
  app.network.after = undefined;
  release();
  expect(await card('Elm Yard')).toBeDefined();
});

test('phone and number of units may stay empty, and are sent as null', async () => {
  const app = await open('/admin/addproperty');
  await app.user.type(await field('Property name'), 'Elm Yard');
  await app.user.type(await field('Address'), '1 Elm Yard');
  await app.user.click(save());
  await waitFor(() => expect(app.path()).toBe(LIST));
  const [sent] = app.network.sent();
  expect(JSON.parse(sent!.body.toString())).toEqual({
    propertyName: 'Elm Yard',
    address: '1 Elm Yard',
    phoneNumber: null,
    totalUnits: null,
    timeZone: null,
  });
});

test('what is missing or wrong is said at its field, and nothing is sent', async () => {
  const app = await open('/admin/addproperty');
  await app.user.type(await field('Number of units'), '0');
  await app.user.click(save());
  expect(await screen.findByText('Property name is required')).toBeVisible();
  expect(screen.getByText('Property address is required')).toBeVisible();
  expect(screen.getByText('Number of units must be a whole number of 1 or more.')).toBeVisible();
  expect(await field('Property name')).toHaveAccessibleDescription('Property name is required');
  expect(app.network.sent()).toEqual([]);
});

test('letters in a number field stay in sight, and are refused there', async () => {
  const app = await open('/admin/addproperty');
  await app.user.type(await field('Property name'), 'Elm Yard');
  await app.user.type(await field('Address'), '1 Elm Yard');
  const units = await field('Number of units');
  await app.user.type(units, '12e');
  await app.user.click(save());
  expect(units).toHaveValue('12e');
  await waitFor(() =>
    expect(units).toHaveAccessibleDescription('Number of units must be a whole number of 1 or more.'),
  );
  expect(app.network.sent()).toEqual([]);
});

test('an edit leaves what another manager changed meanwhile, and may change nothing at all', async () => {
  const app = await open('/admin/editproperty/2');
  await app.user.type(await field('Property name'), ' East');
  await server.database.sql`update properties set address = '9 Quay Road' where id = 2`;
  await app.user.click(save());
  await waitFor(() => expect(app.path()).toBe(LIST));
  expect(await onServer()).toContainEqual(
    expect.objectContaining({ id: 2, property_name: 'Harbor House East', address: '9 Quay Road' }),
  );
  await app.user.click(await screen.findByRole('link', { name: 'Edit Harbor House East' }));
  await field('Address');
  await app.user.click(save());
  await waitFor(() => expect(app.path()).toBe(LIST));
  expect(app.network.sent().map(({ body }) => JSON.parse(body.toString()) as unknown)).toEqual([
    { property_name: 'Harbor House East' },
    {},
  ]);
});

test('an edit begins with what is there, is saved, and is on record', async () => {
  const app = await open('/admin/editproperty/2');
  expect(await field('Property name')).toHaveValue('Harbor House');
  expect(await field('Number of units')).toHaveValue('2');
  await app.user.clear(await field('Property name'));
  await app.user.type(await field('Property name'), 'Harbour House');
  await app.user.clear(await field('Number of units'));
  await app.user.click(save());
  await waitFor(() => expect(app.path()).toBe(LIST));
  await until(() => app.toasts().join().includes('Property "Harbour House" updated successfully!'));
  expect(await onServer()).toContainEqual({
    id: 2,
    property_name: 'Harbour House',
    address: '4 Quay Road',
    phone_number: null,
    total_units: null,
    time_zone: null,
  });

  await app.user.click(await screen.findByRole('link', { name: 'Edit Harbour House' }));
  expect(await field('Number of units')).toHaveValue('');
  await app.user.click(screen.getByText('Changes'));
  expect(await screen.findByText('Property name: Harbor House → Harbour House')).toBeVisible();
  expect(screen.getByText('Number of units: 2 → nothing')).toBeVisible();
});

test('an edit begins with what is there now, not with what this device knew', async () => {
  const app = await open('/admin/editproperty/2');
  expect(await field('Address')).toHaveValue('4 Quay Road');
  app.close();
  await server.database.sql`update properties set address = '5 Quay Road' where id = 2`;
  await open('/admin/editproperty/2');
  await waitFor(async () => expect(await field('Address')).toHaveValue('5 Quay Road'));
});

test('a form says that it needs a connection where nothing else was asked of the server', async () => {
  const app = await open('/admin/addproperty');
  app.network.offline = true;
  expect(await screen.findByText(/^You need a connection to save this\./)).toBeVisible();
  expect(save()).toBeDisabled();
});

test.each([
  ['/admin/addproperty', /POST .*properties/, 'Failed to add property'],
  ['/admin/editproperty/2', /PATCH/, 'Failed to update property'],
])('at %s a refusal is told in the server’s words, or else as a failure', async (at, call, fallback) => {
  const app = await open(at);
  await app.user.type(await field('Property name'), 'X');
  await app.user.type(await field('Address'), 'Y');
  app.network.fail(call, { status: 409, message: 'The office is closed.' });
  await app.user.click(save());
  expect(await screen.findByText('The office is closed.', { selector: '[role=alert] *' })).toBeVisible();
  await until(() => app.toasts().join().includes('The office is closed.'));

  app.network.fail(call, { status: 409, body: { message: '', error: '', code: 'conflict' } });
  await app.user.click(save());
  expect(await screen.findByText(fallback, { selector: '[role=alert] *' })).toBeVisible();
  await until(() => app.toasts().join().includes(fallback));
  expect(save()).toBeEnabled();
});

test('a property that cannot be loaded says why, in a toast too, and is tried again', async () => {
  const app = await open('/admin/editproperty/2');
  const mend = app.network.failAll(/GET \/properties\/2/, { status: 500, message: 'The database is busy.' });
  expect(await screen.findByText('The database is busy.', { selector: '[role=alert] *' })).toBeVisible();
  await until(() => app.toasts().join().includes('The database is busy.'));
  mend();
  await app.user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await field('Property name')).toHaveValue('Harbor House');
});

test('without a connection, a property that this device does not know fails to load', async () => {
  const app = await open('/admin/editproperty/2');
  app.network.offline = true;
  expect(
    await screen.findByText('Failed to load property. There is no connection to Porchlight.', {
      selector: '[role=alert] *',
    }),
  ).toBeVisible();
});

test('a property that is gone says so, and who may not see it is denied access', async () => {
  const app = await open('/admin/editproperty/77');
  expect(
    await screen.findByText('This property is not there any more.', { selector: '[role=alert] *' }),
  ).toBeVisible();
  app.close();
  const denied = await open('/admin/editproperty/2');
  denied.network.failAll(/GET \/properties\/2/, { status: 403, code: 'forbidden' });
  expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeVisible();
});

test('without a connection the list can be read, and the form says so before anything is typed and keeps what is', async () => {
  const app = await open();
  await card('Maple Court');
  await lose(app);
  expect(screen.getByText(/You need a connection to change properties/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Delete Maple Court' })).toBeDisabled();
  await app.user.click(screen.getByRole('link', { name: '+ Add new property' }));
  expect(await screen.findByText(/You need a connection to save this/)).toBeVisible();
  await app.user.type(await field('Property name'), 'Elm Yard');
  expect(save()).toBeDisabled();
  app.close();

  const again = await open('/admin/addproperty');
  await regain(again);
  expect(await field('Property name')).toHaveValue('Elm Yard');
  expect(screen.getByText('We kept what you wrote.')).toBeVisible();
  await again.user.click(screen.getByRole('button', { name: 'Start over' }));
  expect(await field('Property name')).toHaveValue('');
});

test('Cancel leads back and forgets what was typed', async () => {
  const app = await open('/admin/editproperty/2');
  await app.user.type(await field('Property name'), ' Annex');
  await app.user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(app.path()).toBe(LIST));
  await app.user.click(await screen.findByRole('link', { name: 'Edit Harbor House' }));
  expect(await field('Property name')).toHaveValue('Harbor House');
});

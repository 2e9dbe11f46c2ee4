import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import type { Lease } from '../../../contract/leases/lease.ts';
import { monthName } from '../../../contract/values/calendar.ts';
import { postLeaseCharges } from '../../../server/resources/leases/postLeaseCharges.ts';
import { timeText } from '../../../src/ui/data/Time.tsx';
import { card } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { manager, server } from '../../support/server/world.ts';
import {
  begin,
  choose,
  endLeases,
  fill,
  month,
  onServer,
  open,
  press,
  today,
} from '../../support/screens/leases.ts';

beforeEach(endLeases);

test('a manager adds a lease: the unit brings its rent and tenant, and the first charges are shown', async () => {
  const app = await open('/admin/addlease');
  await choose(app, 'Unit', 'Unit 101, Maple Court');
  expect(await screen.findByLabelText('Billed to')).toHaveDisplayValue('Robin Hale');
  expect(screen.getByLabelText('Rent')).toHaveValue('1200');
  await fill(app, 'First day', month(1));
  await fill(app, 'Due day', '5');
  const preview = within(screen.getByRole('region', { name: 'First charges' }));
  preview.getByText(`Rent for ${monthName(month(1))}`);
  preview.getByText(timeText(month(1).replace(/01$/, '05')));
  await press(app, 'Add Lease');
  await screen.findByRole('heading', { name: 'Monthly charges' });
  expect(await onServer()).toMatchObject([
    {
      unit_id: 1,
      starts: month(1),
      ends: null,
      tenants: [{ id: 2 }],
      charges: [{ kind: 'rent', amount: 1200, due_day: 5, from_month: month(1) }],
    },
  ]);
  expect(app.path()).toMatch(/^\/admin\/lease\/\d+$/);
});

test('a unit in the list leads to its lease, or to a new one that begins with what the unit is known to have', async () => {
  const { id } = await begin();
  const app = await open('/admin/units');
  const ofLeased = await screen.findByRole('link', { name: 'Lease of unit 101, Maple Court' });
  expect(ofLeased).toHaveAttribute('href', `/admin/lease/${id}`);
  expect(screen.queryByRole('link', { name: /lease of unit 2B,/ })).toBeNull();
  await app.user.click(screen.getByRole('link', { name: 'New lease of unit 102, Maple Court' }));
  expect(await screen.findByLabelText('Unit')).toHaveDisplayValue('Unit 102, Maple Court');
  expect(screen.getByLabelText('Billed to')).toHaveDisplayValue('Noor Aziz');
  expect(screen.getByLabelText('Rent')).toHaveValue('1250');
  await press(app, 'Add Lease');
  await screen.findByRole('heading', { name: 'Monthly charges' });
  expect(await onServer()).toMatchObject([
    { unit_id: 1 },
    { unit_id: 2, charges: [{ amount: 1250, due_day: 1 }] },
  ]);
});

test('a lease that runs and has a last day is the unit’s lease in the list, until it is over', async () => {
  const { id } = await begin();
  await server.database.sql`update leases set ends = ${today}::date + 1 where id = ${id}`;
  const app = await open('/admin/units');
  const link = await screen.findByRole('link', { name: 'Lease of unit 101, Maple Court' });
  expect(link).toHaveAttribute('href', `/admin/lease/${id}`);
  app.close();
  await server.database.sql`update leases set ends = ${today}::date - 1 where id = ${id}`;
  await open('/admin/units');
  await screen.findByRole('link', { name: 'New lease of unit 101, Maple Court' });
});

test('what is typed into a unit’s new lease is not put into that of another unit', async () => {
  const app = await open('/admin/addlease?unit=1');
  expect(await screen.findByLabelText('Unit')).toHaveDisplayValue('Unit 101, Maple Court');
  await fill(app, 'Rent', '1300');
  app.close();
  const other = await open('/admin/addlease?unit=2');
  expect(await screen.findByLabelText('Unit')).toHaveDisplayValue('Unit 102, Maple Court');
  expect(screen.getByLabelText('Rent')).not.toHaveValue('1300');
  other.close();
  await open('/admin/addlease?unit=1');
  await waitFor(() => expect(screen.getByLabelText('Rent')).toHaveValue('1300'));
  expect(screen.getByLabelText('Unit')).toHaveDisplayValue('Unit 101, Maple Court');
});

test('wrong fields of a lease are told at the field, and what is typed stays after a reload', async () => {
  const app = await open('/admin/addlease');
  await choose(app, 'Unit', 'Unit 101, Maple Court');
  await fill(app, 'Rent', 'a lot');
  await fill(app, 'Due day', '32');
  await press(app, 'Add Lease');
  await waitFor(() =>
    expect(screen.getByLabelText('Rent')).toHaveAccessibleDescription(
      /Please enter a number like 1,450\.00\./,
    ),
  );
  expect(screen.getByLabelText('Due day')).toHaveAccessibleDescription(
    /The due day is a whole number from 1 to 31\./,
  );
  expect(await onServer()).toEqual([]);
  app.close();
  await open('/admin/addlease');
  expect(await screen.findByLabelText('Rent')).toHaveValue('a lot');
});

test('a unit whose lease ends is offered from the day after, and an earlier first day is refused at the field', async () => {
  const { id } = await begin();
  await server.call('PUT', `/leases/${id}`, { as: manager, body: { ends: month(2) } });
  const app = await open('/admin/addlease');
  await choose(app, 'Unit', 'Unit 101, Maple Court');
  await waitFor(() => expect(screen.getByLabelText('First day')).toHaveValue(month(2).replace(/01$/, '02')));
  await fill(app, 'First day', today);
  await press(app, 'Add Lease');
  await waitFor(() =>
    expect(screen.getByLabelText('First day')).toHaveAccessibleDescription(
      new RegExp(
        `This unit has another lease from ${timeText(month(-3), 'long')} to ${timeText(month(2), 'long')}`,
      ),
    ),
  );
});

test('units with a lease that goes on, and those where nobody lives, are named and cannot be chosen', async () => {
  await begin();
  await server.database.sql`
    insert into units (property_id, unit_number) select id, 'Attic' from properties order by id limit 1`;
  await open('/admin/addlease');
  const group = async (name: string) => within(await screen.findByRole('group', { name }));
  expect((await group('Has a lease')).getByRole('option', { name: 'Unit 101, Maple Court' })).toBeDisabled();
  expect((await group('Nobody lives there')).getByRole('option', { name: /^Unit Attic/ })).toBeDisabled();
  expect(screen.getByRole('option', { name: 'Unit 102, Maple Court' })).toBeEnabled();
  expect(screen.getByRole('main')).toHaveTextContent(
    /Confirm or create (its tenant|their tenants) first, in Manage Users\./,
  );
  expect(screen.getByRole('main').querySelector('form a')).toHaveAttribute('href', '/admin/manage-users');
});

test('a year that is no year leaves the form as it is', async () => {
  const app = await open('/admin/addlease');
  await choose(app, 'Unit', 'Unit 101, Maple Court');
  fireEvent.change(screen.getByLabelText('First day'), { target: { value: '20261-11-24' } });
  await press(app, 'Add Lease');
  await waitFor(() => expect(screen.getByLabelText('First day')).toHaveAccessibleDescription(/date|day/));
  expect(await onServer()).toEqual([]);
});

test('a renewal within a month that is posted is refused, and edited with all that was typed', async () => {
  // Of another unit than the other tests', since entries stay.
  const answer = await server.call('POST', '/leases', {
    as: manager,
    body: {
      ...{ unit_id: 2, starts: month(-3), proration: 'actual_days', tenant_ids: [3] },
      charges: [{ kind: 'rent', amount: 1250, due_day: 1, from_month: month(0) }],
    },
  });
  await postLeaseCharges(server.database, { zone: 'UTC', now: new Date(`${month(0)}T20:00:00Z`) });
  await server.database.sql`update leases set ends = ${month(0)} where id = ${answer.json<Lease>().id}`;
  const app = await open('/admin/addlease');
  await choose(app, 'Unit', 'Unit 102, Maple Court');
  await fill(app, 'First day', `${month(0).slice(0, 8)}02`);
  await fill(app, 'Rent', '1300');
  await press(app, 'Add Lease');
  const words = new RegExp(
    `Rent of this unit is posted up to .* Choose ${monthName(month(1))} or a later month\\.$`,
  );
  const refused = await card('New lease: Unit 102, Maple Court');
  await refused.findByText(words);
  await app.user.click(refused.getByRole('button', { name: 'Edit' }));
  expect(await screen.findByLabelText('Rent')).toHaveValue('1300');
  screen.getByText(words);
  await choose(app, 'First month charged', monthName(month(1)));
  await press(app, 'Save');
  await screen.findByRole('heading', { name: 'Monthly charges' });
});

test('who lives there or answers for the lease is named at once, and again when it is renewed', async () => {
  const { id } = await begin();
  await server.call('PUT', `/leases/${id}`, {
    as: manager,
    body: { ends: month(2), occupants: ['Ida Hale'], guarantors: ['Sam Hale, 555 0100'] },
  });
  const app = await open('/admin/addlease');
  await choose(app, 'Unit', 'Unit 101, Maple Court');
  await waitFor(() => expect(screen.getByLabelText('Occupants (optional)')).toHaveValue('Ida Hale'));
  expect(screen.getByLabelText('Guarantors (optional)')).toHaveValue('Sam Hale, 555 0100');
  await app.user.type(screen.getByLabelText('Occupants (optional)'), '\nTim Hale');
  await press(app, 'Add Lease');
  await waitFor(async () => expect(await onServer()).toHaveLength(2));
  expect(await onServer()).toContainEqual(
    expect.objectContaining({ occupants: ['Ida Hale', 'Tim Hale'], guarantors: ['Sam Hale, 555 0100'] }),
  );
});

test('a lease is found in the list by its occupants and guarantors', async () => {
  const { id } = await begin();
  const body = { occupants: ['Ida Moreau'], guarantors: ['Sam Quist'] };
  await server.call('PUT', `/leases/${id}`, { as: manager, body });
  const app = await open();
  const search = await screen.findByLabelText('Search by unit, property, person or charge');
  for (const [typed, rows] of [
    ['moreau', 1],
    ['quist', 1],
    ['nobody', 0],
  ] as const) {
    await app.user.clear(search);
    await app.user.type(search, typed);
    await waitFor(() => expect(screen.queryAllByRole('link', { name: /^Unit 101/ })).toHaveLength(rows));
  }
});

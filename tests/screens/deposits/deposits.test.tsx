import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import { addDays } from '../../../contract/values/calendar.ts';
import { isoDay } from '../../../src/ui/data/Time.tsx';
import { residentWith } from '../../support/server/accounts.ts';
import { card, modalClosed, openApp, until } from '../../support/screens/app.tsx';
import { section } from '../../support/screens/sections.ts';
import { test } from '../../support/screens/world.ts';
import { communityDay } from '../../support/days.ts';
import { manager, server } from '../../support/server/world.ts';

/** A lease of unit 101 by a person who owes $200.00, which requires a deposit of $1,450.00. */
async function rented(ends: string | null = null) {
  const { sql } = server.database;
  const username = await residentWith(server, [{ amount: 200, type: 'Damage Fee' }]);
  await sql`update users set first_name = 'Ada' where username = ${username}`;
  await sql`update leases set starts = '2000-01-01', ends = '2000-01-31' where starts > '2000-01-01'`;
  const [lease] = await sql<{ id: number }>`
    insert into leases (unit_id, starts, ends, proration, deposit_required)
    values (1, '2020-01-01', ${ends}, 'actual_days', 1450) returning id`;
  await sql`
    insert into lease_tenants (lease_id, user_id, position)
    select ${lease!.id}, id, 1 from users where username = ${username}`;
  const enter = (body: object) =>
    server.call('POST', `/leases/${lease!.id}/deposit`, { as: manager, body: { day: isoDay(), ...body } });
  return { id: lease!.id, username, enter };
}

test('a deposit is recorded with what is missing of it, applied with a reason, and a wrong amount is said where it is typed', async () => {
  const { id } = await rented();
  const app = await openApp(server, { at: `/admin/lease/${id}`, as: 'manager' });
  const card = await section('Deposit');
  expect(await card.findByText('$1,450.00 is required, $1,450.00 is not paid yet.')).toBeVisible();
  await app.user.click(card.getByRole('button', { name: 'Record deposit' }));
  const received = within(await screen.findByRole('dialog', { name: 'Record Deposit' }));
  expect(await received.findByLabelText('Amount')).toHaveDisplayValue('1450.00');
  await app.user.type(received.getByLabelText('Number (optional)'), '1207');
  await app.user.click(received.getByRole('button', { name: 'Record Deposit' }));
  await modalClosed();
  expect(await screen.findByText('Received by check 1207')).toBeVisible();

  await app.user.click(await screen.findByRole('button', { name: 'Apply to charges' }));
  const applied = within(await screen.findByRole('dialog', { name: 'Apply Deposit' }));
  expect(await applied.findByText('$1,450.00 of the deposit is held, and $200.00 is owed.')).toBeVisible();
  await app.user.type(applied.getByLabelText('Amount'), '250');
  await app.user.type(applied.getByLabelText('Applied to'), 'A broken door');
  await app.user.click(applied.getByRole('button', { name: 'Apply Deposit' }));
  await applied.findByText('This account owes $200.00. Charge what the deposit is to pay first.');
  expect(applied.getByLabelText('Applied to')).toHaveDisplayValue('A broken door');
  await app.user.clear(applied.getByLabelText('Amount'));
  await app.user.type(applied.getByLabelText('Amount'), '200');
  await app.user.click(applied.getByRole('button', { name: 'Apply Deposit' }));
  await modalClosed();
  expect(await screen.findByText('Applied: A broken door')).toBeVisible();
  expect((await (await section('Deposit')).findAllByText('$1,250.00'))[0]).toBeVisible();
});

test('an entry is taken back with a reason, and stays in the list', async () => {
  const { id, enter } = await rented();
  await enter({ kind: 'Received', amount: 14.5 });
  const app = await openApp(server, { at: `/admin/lease/${id}`, as: 'manager' });
  await app.user.click(await screen.findByRole('button', { name: 'Take back: Received by check' }));
  const form = within(await screen.findByRole('dialog', { name: 'Take Back' }));
  await app.user.type(await form.findByLabelText('Reason'), 'The point was wrong');
  await app.user.click(form.getByRole('button', { name: 'Take Back' }));
  await modalClosed();
  expect(await screen.findByText('Taken back: The point was wrong')).toBeVisible();
  expect(screen.getByText('Received by check')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Take back/ })).toBeNull();
});

test('of a lease that is over it is told until when its deposit goes back, there, in the list and on Today', async () => {
  const { id, enter } = await rented(addDays(isoDay(), -10));
  await enter({ kind: 'Received', amount: 1450 });
  const app = await openApp(server, { at: `/admin/lease/${id}`, as: 'manager' });
  expect(await screen.findByText(/^What is held goes back by .+, in 20 days\.$/)).toBeVisible();
  app.go('/admin/deposits');
  expect(await screen.findByText(/^Goes back by .+, in 20 days$/)).toBeVisible();
  app.go('/admin/dashboard');
  expect(await screen.findByText(/^Return \$1,450\.00 to Ada Hale$/)).toBeVisible();
});

test('a resident reads the statement of their deposit without a connection, and it names no other tenant', async () => {
  const { username, enter } = await rented();
  await enter({ kind: 'Received', amount: 1450 });
  await enter({ kind: 'Applied', amount: 200, description: 'A broken door' });
  const app = await openApp(server, { at: '/payments', as: username });
  await app.user.click(await screen.findByRole('link', { name: 'Deposit' }));
  const sheet = within(await screen.findByRole('article', { name: 'Statement of the deposit' }));
  expect(sheet.getByText('Applied: A broken door')).toBeVisible();
  app.close();
  const again = await openApp(server, { at: '/dashboard/resident', as: username });
  again.network.offline = true;
  again.go('/payments/deposit');
  const stored = within(await screen.findByRole('article', { name: 'Statement of the deposit' }));
  expect(await stored.findByText('$1,250.00')).toBeVisible();
});

test('how deposits are kept is changed, and interest that was earned is offered', async () => {
  const { id, enter } = await rented();
  // Interest is counted to the community’s day, which is not always this device’s.
  await enter({ kind: 'Received', amount: 1000, day: addDays(communityDay(), -73) });
  const app = await openApp(server, { at: '/admin/deposits', as: 'manager' });
  await app.user.click(await screen.findByRole('button', { name: 'Change' }));
  const form = within(await screen.findByRole('dialog', { name: 'How deposits are kept' }));
  await app.user.clear(await form.findByLabelText('Returned within (days)'));
  await app.user.type(form.getByLabelText('Returned within (days)'), '21');
  await app.user.selectOptions(form.getByLabelText('Interest'), 'Simple, for each day');
  await app.user.type(form.getByLabelText('Percent a year'), '5');
  await app.user.click(form.getByRole('button', { name: 'Save' }));
  await modalClosed();
  expect(await screen.findByText('Within 21 days of the last day of a lease')).toBeVisible();
  app.go(`/admin/lease/${id}?deposit=interest`);
  const interest = within(await screen.findByRole('dialog', { name: 'Add Interest' }));
  expect(await interest.findByLabelText('Amount')).toHaveDisplayValue('10.00');
  app.close();
  const community = await openApp(server, { at: '/admin/community', as: 'manager' });
  await screen.findByLabelText('Name');
  await community.user.click(screen.getByText('Changes'));
  expect(await screen.findByText('Deposits returned within (days): 30 → 21')).toBeVisible();
});

test('a property keeps deposits by a rule of its own until that is removed, and then as the community does', async () => {
  const { id, enter } = await rented();
  await enter({ kind: 'Received', amount: 1000, day: addDays(communityDay(), -73) });
  const app = await openApp(server, { at: '/admin/deposits', as: 'manager' });
  await app.user.click(await screen.findByRole('button', { name: 'Change how Maple Court keeps deposits' }));
  const form = within(await screen.findByRole('dialog', { name: 'How deposits are kept' }));
  expect(await form.findByText('Maple Court')).toBeVisible();
  await app.user.clear(await form.findByLabelText('Returned within (days)'));
  await app.user.type(form.getByLabelText('Returned within (days)'), '14');
  await app.user.selectOptions(form.getByLabelText('Interest'), 'Simple, for each day');
  await app.user.clear(form.getByLabelText('Percent a year'));
  await app.user.type(form.getByLabelText('Percent a year'), '10');
  await app.user.click(form.getByRole('button', { name: 'Save' }));
  await modalClosed();
  const own = 'Returned within 14 days. 10% a year. Simple, for each day';
  expect(await screen.findByText(own)).toBeVisible();
  const read = async () =>
    (await server.call('GET', `/leases/${id}/deposit`, { as: manager })).json<object>();
  expect(await read()).toMatchObject({ interest_due: 20 });
  await app.user.click(screen.getByRole('button', { name: 'Remove the rule of Maple Court' }));
  const question = await screen.findByRole('alertdialog');
  await app.user.click(within(question).getByRole('button', { name: 'Remove' }));
  await screen.findByText('Maple Court keeps deposits as the community does.');
  await until(() => screen.queryByText(own) === null);
});

test('a deposit is recorded at the door without a connection, corrected, and sent once', async () => {
  const { id } = await rented();
  const app = await openApp(server, { at: `/admin/lease/${id}`, as: 'manager' });
  await app.user.click((await section('Deposit')).getByRole('button', { name: 'Record deposit' }));
  const received = within(await screen.findByRole('dialog', { name: 'Record Deposit' }));
  app.network.offline = true;
  await app.user.clear(await received.findByLabelText('Amount'));
  await app.user.type(received.getByLabelText('Amount'), '1400');
  await app.user.click(received.getByRole('button', { name: 'Record Deposit' }));
  await modalClosed();
  const item = await card('$1,400.00');
  expect(item.getByText('Unsent')).toBeVisible();
  await app.user.click(item.getByRole('button', { name: 'Edit' }));
  const edit = within(await screen.findByRole('dialog', { name: 'Edit Deposit' }));
  await app.user.clear(await edit.findByLabelText('Amount'));
  await app.user.type(edit.getByLabelText('Amount'), '1450');
  await app.user.type(edit.getByLabelText('Number (optional)'), '88');
  await app.user.click(edit.getByRole('button', { name: 'Save' }));
  await modalClosed();
  await card('$1,450.00');
  app.reconnect();
  expect(await screen.findByText('The deposit was recorded.')).toBeVisible();
  expect(await screen.findByText('Received by check 88')).toBeVisible();
  const stored = await server.database.sql`select kind, amount from deposit_entries where lease_id = ${id}`;
  expect(stored).toEqual([{ kind: 'Received', amount: 1450 }]);
});

test('what the server refuses of a deposit stays with its reason, and is corrected', async () => {
  const { id, enter } = await rented(addDays(isoDay(), -1));
  await enter({ kind: 'Received', amount: 500 });
  const app = await openApp(server, { at: `/admin/lease/${id}`, as: 'manager' });
  await app.user.click(await screen.findByRole('button', { name: 'Return' }));
  const form = within(await screen.findByRole('dialog', { name: 'Return Deposit' }));
  expect(await form.findByLabelText('Amount')).toHaveDisplayValue('500.00');
  // Another manager returns a part of it meanwhile.
  await enter({ kind: 'Returned', amount: 100 });
  await app.user.click(form.getByRole('button', { name: 'Return Deposit' }));
  await modalClosed();
  const item = await card('$500.00');
  expect(await item.findByText('Only $400.00 of this deposit is held.')).toBeVisible();
  await app.user.click(item.getByRole('button', { name: 'Edit' }));
  const edit = within(await screen.findByRole('dialog', { name: 'Edit Deposit' }));
  await app.user.clear(await edit.findByLabelText('Amount'));
  await app.user.type(edit.getByLabelText('Amount'), '400');
  await app.user.click(edit.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The return was recorded.')).toBeVisible();
  const [held] = await server.database
    .sql`select sum(amount) as held from deposit_entries where lease_id = ${id}`;
  expect(held).toEqual({ held: 0 });
});

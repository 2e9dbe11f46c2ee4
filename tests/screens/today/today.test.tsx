import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import { everythingSent, modalClosed, openApp } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';

const NICO = 4;

beforeEach(async () => {
  const { sql } = server.database;
  await sql`delete from today_snoozes`;
  await sql`delete from today_taken`;
  await sql`delete from announcements`;
  await sql`update users set unit = null, unit_claim = '201' where id = ${NICO}`;
  await sql`update users set unit = 1 where username = 'resident'`;
});

const open = () => openApp(server, { at: '/admin/dashboard', as: 'manager' });
const claim = 'Nico Berg says they live in 201';
const section = async (name: RegExp) => within(await screen.findByRole('region', { name }));

test('a claim is confirmed on the dashboard with one tap, and waits no more', async () => {
  const app = await open();
  const claims = await section(/^Homes to confirm/);
  expect(claims.getByText(claim)).toBeInTheDocument();
  await app.user.click(await claims.findByRole('button', { name: 'Confirm the unit of Nico Berg' }));
  expect(await screen.findByText('Nico Berg lives in Harbor House, 201.')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByText(claim)).toBeNull());
  app.close();
});

test('a home where somebody lives is confirmed only after a question', async () => {
  await server.database.sql`update users set unit_claim = '102' where id = ${NICO}`;
  const app = await open();
  const confirm = await screen.findByRole('button', { name: 'Confirm the unit of Nico Berg' });
  await app.user.click(confirm);
  const question = await screen.findByRole('alertdialog', {
    name: 'Noor Aziz lives in Unit 102, Maple Court. Does Nico Berg live there, too?',
  });
  await app.user.click(within(question).getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('Nico Berg lives in Maple Court, 102.')).toBeInTheDocument();
  app.close();
});

test('a claim of a number that two units have leads to where a home is chosen', async () => {
  await server.database.sql`update users set unit_claim = '101' where id = ${NICO}`;
  const app = await open();
  const link = await screen.findByRole('link', { name: /^Choose home: Nico Berg/ });
  expect(link).toHaveAttribute('href', `/admin/manage-users?edit=${NICO}`);
  app.close();
});

test('a suggestion is approved or rejected on the dashboard', async () => {
  for (const text of ['A bench by the gate', 'A louder bell']) {
    await server.database.sql`
      insert into announcements (user_id, announcement, announcement_type, status) values (2, ${text}, 'General', 'pending')`;
  }
  const app = await open();
  await app.user.click(await screen.findByRole('button', { name: /^Approve “A bench/ }));
  expect(await screen.findByText('It is on the board now.')).toBeInTheDocument();
  await app.user.click(await screen.findByRole('button', { name: /^Reject “A louder/ }));
  expect(await screen.findByText('It was rejected.')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('region', { name: /^Suggestions/ })).toBeNull());
  const rows = await server.database.sql`select status from announcements order by id`;
  expect(rows).toEqual([{ status: 'approved' }, { status: 'rejected' }]);
  app.close();
});

test('a suggestion that is too long to be shown whole is read before it is approved', async () => {
  await server.database.sql`
    insert into announcements (user_id, announcement, announcement_type, status)
    values (2, ${`${'A long idea '.repeat(20)}and its end`}, 'General', 'pending')`;
  const app = await open();
  const suggestions = await section(/^Suggestions/);
  expect(suggestions.getByRole('link', { name: /^Read/ })).toHaveAttribute(
    ...['href', '/admin/announcements?show=pending'],
  );
  expect(suggestions.queryByRole('button', { name: /^Approve/ })).toBeNull();
  app.close();
});

test('a row that is hidden until tomorrow leaves, and one that is taken says so', async () => {
  const app = await open();
  const more = async () => app.user.click(await screen.findByRole('button', { name: `More for ${claim}` }));
  await more();
  await app.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'I do it' }));
  await modalClosed();
  expect(await screen.findByText('You do it')).toBeInTheDocument();
  await more();
  await app.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Give it back' }));
  await waitFor(() => expect(screen.queryByText('You do it')).toBeNull());
  await more();
  await app.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Hide' }));
  expect(await screen.findByText('Please choose a day after today.')).toBeInTheDocument();
  await app.user.type(screen.getByLabelText('Another day'), '2099-03-04');
  await app.user.keyboard('{Escape}');
  await modalClosed();
  await app.user.click(screen.getByRole('button', { name: `More for ${claim}` }));
  expect(screen.getByLabelText('Another day')).toHaveValue('2099-03-04');
  await app.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Tomorrow' }));
  expect(await screen.findByText(/^It is back on /)).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByText(claim)).toBeNull());
  await app.user.click(await screen.findByRole('button', { name: 'Show 1 that is hidden' }));
  expect(await screen.findByText(claim)).toBeInTheDocument();
  app.close();
});

test('what waits is read without a connection, and says that it cannot be done then', async () => {
  let app = await open();
  await screen.findByText(claim);
  app.close();
  app = await open();
  app.network.offline = true;
  expect(await screen.findByText(claim)).toBeInTheDocument();
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Confirm the unit of Nico Berg' })).toBeDisabled(),
  );
  app.close();
});

test('more than two rows of a kind are shown when they are asked for', async () => {
  for (const number of [1, 2, 3]) {
    await server.database.sql`
      insert into announcements (user_id, announcement, announcement_type, status)
      values (2, ${`Idea ${number}`}, 'General', 'pending')`;
  }
  const app = await open();
  const suggestions = await section(/^Suggestions \(3\)/);
  expect(suggestions.getAllByRole('listitem')).toHaveLength(2);
  await app.user.click(suggestions.getByRole('button', { name: 'Show 1 more: Suggestions' }));
  expect(suggestions.getAllByRole('listitem')).toHaveLength(3);
  app.close();
});

test('who is late is counted, and shown with what they owe when asked for; who pays leaves the receipt in sight', async () => {
  await server.database.sql`
    insert into transactions (user_id, unit_id, amount, type, description, effective_on)
    values (2, 1, 40, 'Other Charge', 'a charge', (now() at time zone 'America/New_York')::date - 3)`;
  const app = await open();
  const late = await section(/^Late \(1\)/);
  // This device's day may be the next one already.
  expect(late.getByText(/^1 tenant is [34] days late$/)).toBeInTheDocument();
  expect(late.queryAllByRole('listitem')).toEqual([]);
  await app.user.click(late.getByRole('button', { name: 'Show 1: Late' }));
  expect(late.getByText('Robin Hale owes $40.00')).toBeInTheDocument();
  expect(late.getByRole('link', { name: 'Record payment: Robin Hale owes $40.00' })).toHaveAttribute(
    ...['href', '/admin/payments?payment=2'],
  );
  await app.user.click(late.getByRole('link', { name: /^Record payment/ }));
  await app.user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await screen.findByRole('heading', { name: 'Today' });
  await app.user.click(await screen.findByRole('button', { name: 'Show 1: Late' }));
  await app.user.click(screen.getByRole('link', { name: /^Record payment/ }));
  await app.user.type(await screen.findByLabelText('Amount'), '40');
  await app.user.click(screen.getByRole('button', { name: 'Record Payment' }));
  expect(await screen.findByText('Payment of $40.00 recorded for Robin Hale.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Show receipt' })).toBeInTheDocument();
  app.close();
});

test('where nothing waits, that is said', async () => {
  const { sql } = server.database;
  await sql`update users set unit = 5, unit_claim = null where id = ${NICO}`;
  await sql`insert into users (username, email, password_hash, first_name, last_name, unit, is_manager)
    select 'tenant' || id, 'tenant' || id || '@example.com', '', 'Tenant', 'Of ' || unit_number, id, false
    from units where id in (3, 4)`;
  const app = await open();
  expect(await screen.findByText('Nothing waits for you today.')).toBeInTheDocument();
  app.close();
});

test('a request is assigned to oneself from its row without a connection, with one tap after Assign', async () => {
  const { sql } = server.database;
  await sql`insert into maintenance_requests (user_id, unit_id, information) values (2, 1, 'The lamp flickers.')`;
  const app = await open();
  const assign = await screen.findByRole('button', { name: 'Assign: The lamp flickers.' });
  app.network.offline = true;
  await app.user.click(assign);
  const who = within(await screen.findByRole('group', { name: 'Who does it' }));
  const [first] = await who.findAllByRole('button');
  expect(first).toHaveTextContent('Me');
  await app.user.click(first!);
  await modalClosed();
  await screen.findByText(/^Assigned to Morgan Reyes\. /);
  app.network.offline = false;
  await everythingSent();
  const events = await sql`select assignee, assignee_id from maintenance_events where kind = 'assigned'`;
  expect(events).toEqual([{ assignee: 'Morgan Reyes', assignee_id: 1 }]);
  app.close();
  await sql`delete from maintenance_requests where information = 'The lamp flickers.'`;
});

test('a request is opened and given to a vendor from its row, and one is back on Today after it', async () => {
  const { sql } = server.database;
  await sql`insert into maintenance_requests (user_id, unit_id, information) values (2, 1, 'The gate squeaks.')`;
  const app = await open();
  const unseen = await section(/^Requests not yet seen/);
  await app.user.click(unseen.getByRole('button', { name: 'Assign: The gate squeaks.' }));
  await app.user.click(await screen.findByRole('link', { name: 'A vendor' }));
  const form = await screen.findByRole('dialog', { name: 'Assign the Request' });
  await app.user.click(within(form).getByRole('button', { name: 'Close' }));
  await modalClosed();
  const again = await section(/^Requests not yet seen/);
  await app.user.click(again.getByRole('link', { name: 'Open: The gate squeaks.' }));
  const dialog = await screen.findByRole('dialog', { name: 'Maintenance Request' });
  expect(await within(dialog).findByText('The gate squeaks.')).toBeInTheDocument();
  app.close();
  await sql`delete from maintenance_requests where information = 'The gate squeaks.'`;
});

test('“Read meters” opens the readings of its property alone, and those of all are one choice away', async () => {
  const { sql } = server.database;
  await sql`
    insert into utility_rates (rate_water, rate_electric, rate_gas, effective_at)
    values (0.0125, 0.145, 1.09, now() - interval '60 days')`;
  await sql`update users set unit = 4 where id = ${NICO}`;
  const app = await open();
  const unread = await section(/^Meters not read/);
  const link = await unread.findByRole('link', {
    name: /^Read meters: Meters of 1 home to read, .*Harbor House/,
  });
  await app.user.click(link);
  const property = await screen.findByLabelText('Property');
  expect(property).toHaveDisplayValue('Harbor House');
  const homes = () =>
    screen.getAllByRole('group', { name: /^Unit/ }).map((home) => home.getAttribute('aria-label'));
  expect(homes()).toEqual(['Unit 101, Harbor House']);
  expect(screen.getByText('0 of 1 unit')).toBeInTheDocument();
  await app.user.selectOptions(property, 'All properties');
  await waitFor(() => expect(homes()).toContain('Unit 101, Maple Court'));
  app.close();
});

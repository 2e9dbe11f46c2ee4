import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import { openApp, view } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';

const at = '/admin/dashboard';
test.beforeAll(async () => {
  const { sql } = server.database;
  await sql`
    insert into users (username, email, password_hash, first_name, last_name, unit, is_manager) values
      ('ada', 'ada@example.com', '', 'Ada', 'Bell', 3, false),
      ('former', 'former@example.com', '', 'Finn', 'Moss', null, false)`;
});
beforeEach(async () => {
  const { sql } = server.database;
  await sql`delete from idempotency_keys`;
  await sql`delete from maintenance_requests`;
  await sql`
    insert into maintenance_requests (user_id, unit_id, information, created_at, completed, completed_at) values
      (2, 1, 'The oldest problem', now() - interval '9 days', false, null),
      (2, 1, 'The oven door sticks', now() - interval '4 days', true, now()),
      (3, 2, 'The window rattles', now() - interval '3 days', false, null),
      (1, 3, 'The hall lamp is out', now() - interval '2 days', false, null),
      (4, null, 'Where do I park?', now() - interval '1 day', false, null)`;
});

/** What a tenant owes, or has to their favour, from now on. */
async function owes(user_id: number, dollars: number): Promise<void> {
  await server.database.sql`
    insert into transactions (user_id, amount, type, description)
    select id, ${dollars} - coalesce(balance, 0), 'Rent', 'May'
    from users left join balances on user_id = id
    where id = ${user_id} and coalesce(balance, 0) <> ${dollars}`;
}
const open = () => openApp(server, { at, as: 'manager' });
const figure = async (name: string) => within((await screen.findByText(name)).closest('div')!);

/** The card under this heading. */
async function card(name: string) {
  const heading = await screen.findByRole('heading', { name });
  return within(heading.closest('section')!);
}

test('the outstanding balance is exact to the cent, and credits do not reduce it', async () => {
  await owes(2, 1200.1);
  await owes(3, -300);
  await owes(4, 0.2);
  await open();
  expect(await screen.findByRole('heading', { name: 'Manager Dashboard', level: 1 })).toBeVisible();
  const outstanding = await figure('Outstanding Balance');
  expect(await outstanding.findByText('$1,200.30')).toBeVisible();
  expect(outstanding.getByText('owed by 2 tenants')).toBeVisible();
});

test('the occupancy is the share of units with a tenant, in whole percent', async () => {
  await open();
  const occupancy = await figure('Occupancy Rate');
  expect(await occupancy.findByText('60%')).toBeVisible();
  expect(occupancy.getByText('3 of 5 units')).toBeVisible();
});

test('the three tenants with the highest balances are linked to their ledgers, also former tenants', async () => {
  await owes(2, 1200.1);
  await owes(3, 40);
  await owes(4, 39.99);
  await owes(6, 75.5);
  await owes(5, -20);
  await open();
  const overdue = await card('Overdue Tenants');
  await overdue.findByText('Robin Hale');
  expect(overdue.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Robin Hale$1,200.10Unit 101, Maple CourtView Ledger',
    'Finn Moss$75.50No unit any moreView Ledger',
    'Noor Aziz$40.00Unit 102, Maple CourtView Ledger',
  ]);
  const [first] = overdue.getAllByRole('link', { name: /^View Ledger/ });
  expect(first).toHaveAttribute('href', '/admin/ledger/2');
  expect(first).toHaveAccessibleName('View Ledger of Robin Hale');
  expect(overdue.getByRole('link', { name: 'View All Balances' })).toHaveAttribute('href', '/admin/payments');
});

test('the dashboard says so if nobody owes anything', async () => {
  for (const user_id of [2, 3, 4, 5, 6]) await owes(user_id, 0);
  await owes(5, -20);
  await open();
  expect(await screen.findByText('No overdue tenants. Great job!')).toBeVisible();
  const outstanding = await figure('Outstanding Balance');
  expect(outstanding.getByText('$0.00')).toBeVisible();
  expect(outstanding.getByText('Nobody owes anything')).toBeVisible();
});

test('the three requests that are open longest are listed with unit and issue, and linked', async () => {
  const app = await open();
  const triage = await card('Maintenance Triage');
  await triage.findByText('Unit 2B:');
  const [first, second, third, ...more] = triage.getAllByRole('listitem');
  expect(first).toHaveTextContent(/^Unit 101: The oldest problem/);
  expect(second).toHaveTextContent(/^Unit 102: The window rattles/);
  expect(third).toHaveTextContent(/^Unit 2B: The hall lamp is out/);
  expect(more).toEqual([]);
  const tickets = await figure('Open Maintenance Tickets');
  expect(tickets.getByText('4')).toBeVisible();
  expect(tickets.getByText(/^the oldest from \w{3} \d+, \d{4}$/)).toBeVisible();
  expect(triage.getByRole('link', { name: 'View All Requests' })).toHaveAttribute(
    'href',
    '/admin/maintenance',
  );
  await app.user.click(triage.getByRole('link', { name: /The window rattles/ }));
  const detail = await screen.findByRole('dialog');
  expect(within(detail).getByText('The window rattles')).toBeVisible();
});

test('the manager’s dashboard says so if no request is open', async () => {
  await server.database.sql`update maintenance_requests set completed = true, completed_at = now()`;
  await open();
  expect(await screen.findByText('No open requests. Nothing waits for you.')).toBeVisible();
  expect((await figure('Open Maintenance Tickets')).getByText('0')).toBeVisible();
});

test('the manager’s dashboard has four quick actions', async () => {
  await open();
  const actions = within(await screen.findByRole('navigation', { name: 'Quick actions' }));
  const links = actions.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['Enter Utilities', '/admin/utilities'],
    ['Manage Balances', '/admin/payments'],
    ['New Announcement', '/admin/announcements?new=1'],
    ['All Maintenance', '/admin/maintenance'],
  ]);
});

test('a request completed or reported offline is counted at once, and the figures show their time', async () => {
  await owes(2, 1200.1);
  const app = await open();
  await screen.findByText('Unit 2B:');
  await screen.findAllByText('$1,200.10');
  await app.user.click(screen.getByRole('link', { name: 'Maintenance' }));
  await screen.findByRole('button', { name: '+ New Request' });
  await screen.findByText('The oldest problem');
  app.network.offline = true;
  await view(app, 'The hall lamp is out');
  await app.user.click(screen.getByRole('button', { name: 'Mark Complete' }));
  await screen.findByText('Saved on this device. It will be sent when you are back online.');
  await app.user.click(screen.getByRole('link', { name: 'Dashboard' }));
  await waitFor(async () => expect((await figure('Open Maintenance Tickets')).getByText('3')).toBeVisible());
  expect(screen.queryByText('Unit 2B:')).not.toBeInTheDocument();
  // In the triage, and among what nobody has seen.
  expect(screen.getAllByText('The oldest problem', { exact: false })[0]).toBeVisible();
  expect(screen.getAllByText('$1,200.10')[0]).toBeVisible();
  expect(await screen.findByText(/^Offline – saved \d{1,2}:\d\d [AP]M$/)).toBeVisible();
  app.reconnect();
  await waitFor(async () => {
    const open = await server.database.sql`select id from maintenance_requests where not completed`;
    expect(open).toHaveLength(3);
  });
});

test('each part of the manager’s dashboard shows its own error and can be tried again', async () => {
  // The dashboard is the first to read the units, so that none are cached yet.
  const app = await open();
  const mend = app.network.failAll(/^GET \/units/, { status: 500, message: 'The disk is full.' });
  const occupancy = await figure('Occupancy Rate');
  expect(await occupancy.findByText('Failed to load units: The disk is full.')).toBeVisible();
  mend();
  await app.user.click(occupancy.getByRole('button', { name: 'Try Again' }));
  expect(await occupancy.findByText('60%')).toBeVisible();
});

test('offline without cached data each part of the manager’s dashboard says so', async () => {
  const { network } = await open();
  network.offline = true;
  const words = 'There is no connection to Porchlight.';
  await waitFor(() => {
    expect(screen.getAllByText(`Unable to load tenant balances: ${words}`)).toHaveLength(2);
    expect(screen.getAllByText(`Failed to fetch requests: ${words}`)).toHaveLength(2);
    expect(screen.getByText(`Failed to load units: ${words}`)).toBeVisible();
  });
});

test('each part of the manager’s dashboard shows that it is loading', async () => {
  const { network } = await open();
  let release = (): void => undefined;
  network.before = ({ path }) =>
    path === '/units' ? new Promise((resolve) => (release = resolve)) : undefined;
  await screen.findByText('Unit 2B:');
  expect((await figure('Occupancy Rate')).getByText('Loading...')).toBeVisible();
  release();
  expect(await (await figure('Occupancy Rate')).findByText('60%')).toBeVisible();
});

test('a manager is redirected to the manager’s dashboard after signing in, and a resident to their own', async () => {
  const { close } = await openApp(server, { at: '/', as: 'manager' });
  expect(await screen.findByRole('heading', { name: 'Manager Dashboard' })).toBeVisible();
  close();
  await openApp(server, { at, as: 'resident' });
  expect(await screen.findByRole('heading', { name: 'Welcome back, Robin!' })).toBeVisible();
});

test('a warning of the server comes first', async () => {
  server.app.context.disk = { freeBytes: () => 300 * 1024 * 1024 };
  try {
    await open();
    expect(await screen.findByText(/^The server’s disk is nearly full: 300 MB are left\./)).toBeVisible();
  } finally {
    server.app.context.disk = undefined;
  }
});

test('an announcement that is not written leads back to the dashboard, and one that is to the announcements', async () => {
  const app = await open();
  const press = async () => app.user.click(await screen.findByRole('link', { name: 'New Announcement' }));
  await press();
  await screen.findByRole('dialog', { name: 'Create Announcement' });
  await app.user.keyboard('{Escape}');
  await screen.findByRole('heading', { name: 'Manager Dashboard' });
  await waitFor(() => expect(screen.getByRole('link', { name: 'New Announcement' })).toHaveFocus());
  await press();
  await app.user.type(await screen.findByLabelText('Message'), 'The pool opens on Monday.');
  await app.user.click(screen.getByRole('button', { name: 'Create Announcement' }));
  await screen.findByText('Announcement updated successfully!');
  await waitFor(() => expect(app.path()).toBe('/admin/announcements'));
});

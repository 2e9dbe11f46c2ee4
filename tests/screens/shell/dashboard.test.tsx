import { screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { openApp } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';

const at = '/dashboard/resident';
test.beforeAll(async () => {
  const { sql } = server.database;
  await sql`
    insert into transactions (user_id, unit_id, amount, type, description) values
      (2, 1, 0.10, 'Misc Charge', 'Key'), (2, 1, 0.20, 'Misc Charge', 'Key ring'), (2, 1, 1200, 'Rent', 'May'),
      (3, 2, 50, 'Rent', 'Part of May'), (3, 2, -75.5, 'Check', 'Too much')`;
  await sql`
    insert into announcements (user_id, announcement, announcement_type, status, publish_at, created_at) values
      (1, 'The oldest news', 'General', 'approved', null, now() - interval '9 days'),
      (1, 'The pool opens', 'Community', 'approved', null, now() - interval '3 days'),
      (1, 'Quiet hours', 'General', 'approved', null, now() - interval '2 days'),
      (1, 'Water is off today', 'Urgent', 'approved', null, now() - interval '1 day'),
      (1, 'Not before tomorrow', 'General', 'approved', now() + interval '1 day', now()),
      (2, 'My own suggestion', 'General', 'pending', null, now())`;
  await sql`
    insert into maintenance_requests (user_id, unit_id, information, created_at, completed, completed_at) values
      (2, 1, 'The oldest problem', now() - interval '9 days', false, null),
      (2, 1, 'The oven door sticks', now() - interval '3 days', true, now()),
      (2, 1, 'The faucet drips', now() - interval '1 day', false, null)`;
});

/** The card under this heading. */
async function card(name: string) {
  const heading = await screen.findByRole('heading', { name });
  return within(heading.closest('section')!);
}

test('the dashboard welcomes a resident by name and shows the balance to the cent', async () => {
  await openApp(server, { at, as: 'resident' });
  expect(await screen.findByRole('heading', { name: 'Welcome back, Robin!', level: 1 })).toBeVisible();
  expect(screen.getByText('Account status')).toBeVisible();
  expect(await screen.findByText('Balance Due: $1,200.30')).toBeVisible();
  const balance = await card('Your Current Balance');
  expect(balance.getByText('$1,200.30')).toBeVisible();
  expect(balance.getByRole('link', { name: 'Make Payment' })).toHaveAttribute('href', '/payments');
  expect(balance.queryByText(/Nothing is due/)).not.toBeInTheDocument();
});

test('the dashboard of a resident with a credit or without entries says that everything is paid', async () => {
  const app = await openApp(server, { at, as: 'neighbour' });
  expect(await screen.findByText('Paid in Full')).toBeVisible();
  const credit = await card('Your Current Balance');
  expect(credit.getByText('-$25.50')).toBeVisible();
  expect(credit.getByText('You have paid ahead. Nothing is due.')).toBeVisible();
  app.close();
  await openApp(server, { at, as: 'newcomer' });
  expect(await screen.findByText('Paid in Full')).toBeVisible();
  const settled = await card('Your Current Balance');
  expect(settled.getByText('$0.00')).toBeVisible();
  expect(settled.getByText('Nothing is due.')).toBeVisible();
  expect(settled.getByRole('link', { name: 'Make Payment' })).toHaveAttribute('href', '/payments');
});

test('the dashboard shows that the balance is loading', async () => {
  const { network } = await openApp(server, { at, as: 'resident' });
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  network.before = ({ path }) => (path === '/transactions/my-history' ? released : undefined);
  await screen.findByText('Water is off today');
  expect(within(screen.getByText('Account status')).getByText('Loading...')).toBeVisible();
  release();
  expect(await screen.findByText('Balance Due: $1,200.30')).toBeVisible();
});

test('the dashboard shows the newest three published announcements', async () => {
  await openApp(server, { at, as: 'resident' });
  const board = await card('Announcements');
  await board.findByText('Water is off today');
  expect(board.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Water is off today',
    'Quiet hours',
    'The pool opens',
  ]);
  expect(board.getByRole('link', { name: 'View All Announcements' })).toHaveAttribute(
    'href',
    '/announcements',
  );
});

test('the dashboard shows the newest two requests, with their status', async () => {
  await openApp(server, { at, as: 'resident' });
  const requests = await card('Maintenance Requests');
  await requests.findByText('The faucet drips');
  const [open, done, ...more] = requests.getAllByRole('listitem');
  expect(open).toHaveTextContent('The faucet dripsPENDING');
  expect(done).toHaveTextContent('The oven door sticksCompleted');
  expect(more).toEqual([]);
  expect(requests.getByRole('link', { name: 'View All Requests' })).toHaveAttribute('href', '/maintenance');
});

test('the resident’s dashboard has four quick actions', async () => {
  await openApp(server, { at, as: 'resident' });
  const actions = within(await screen.findByRole('navigation', { name: 'Quick actions' }));
  const links = actions.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['Pay Rent', '/payments'],
    ['Submit Request', '/maintenance?new=1'],
    ['View Profile', '/profile'],
    ['Contact Manager', '/contact'],
  ]);
});

test('the dashboard welcomes a resident without a first name', async () => {
  await server.database.sql`update users set first_name = '' where username = 'newcomer'`;
  await openApp(server, { at, as: 'newcomer' });
  expect(await screen.findByRole('heading', { name: 'Welcome back, User!' })).toBeVisible();
});

test('signing in leads a resident to the dashboard', async () => {
  const { user } = await openApp(server, { at: '/login' });
  await user.type(await screen.findByLabelText('Username'), 'resident');
  await user.type(screen.getByLabelText('Password'), 'porchlight');
  await user.click(screen.getByRole('button', { name: 'Login' }));
  expect(await screen.findByRole('heading', { name: 'Welcome back, Robin!' })).toBeVisible();
});

test('offline the dashboard shows cached data, and a new request as unsent', async () => {
  const before = await openApp(server, { at, as: 'resident' });
  await screen.findByText('Balance Due: $1,200.30');
  await screen.findByText('The faucet drips');
  before.close();
  const { network, user } = await openApp(server, { at: '/maintenance?new=1', as: 'resident' });
  network.offline = true;
  await user.type(await screen.findByLabelText('Issue'), 'The hall lamp is out.');
  await user.click(screen.getByRole('button', { name: 'Submit Request' }));
  await screen.findByText('Saved on this device. It will be sent when you are back online.');
  await user.click(screen.getByRole('link', { name: 'Dashboard' }));
  expect(await screen.findByText('Balance Due: $1,200.30')).toBeVisible();
  expect(screen.getByRole('link', { name: '1 new request is unsent' })).toHaveAttribute('href', '/outbox');
});

test('a request that was edited offline has the same text on the dashboard as in the list', async () => {
  const { network, user } = await openApp(server, { at: '/maintenance', as: 'resident' });
  const drips = (await screen.findByText('The faucet drips')).closest('article')!;
  await user.click(within(drips).getByRole('button', { name: 'View / Edit' }));
  network.offline = true;
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const issue = await screen.findByLabelText('Issue');
  await user.clear(issue);
  await user.type(issue, 'The faucet runs');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Saved on this device. It will be sent when you are back online.');
  const edited = screen.getByText('The faucet runs').closest('article');
  await waitFor(() => expect(edited).toHaveTextContent('Unsent'));
  await user.click(screen.getByRole('link', { name: 'Dashboard' }));
  const requests = await card('Maintenance Requests');
  await requests.findByText('The faucet runs');
  await waitFor(() =>
    expect(requests.getAllByRole('listitem')[0]).toHaveTextContent('The faucet runsUnsentPENDING'),
  );
});

test('each card of the dashboard shows its own error', async () => {
  const { network } = await openApp(server, { at, as: 'resident' });
  network.offline = true;
  const words = 'There is no connection to Porchlight.';
  expect(await screen.findByText(`Unable to load your balance: ${words}`)).toBeVisible();
  expect(await screen.findByText(`Error loading announcements: ${words}`)).toBeVisible();
  expect(await screen.findByText(`Failed to fetch requests: ${words}`)).toBeVisible();
  expect(screen.getByText('Not available')).toBeVisible();
});

test('a request that is not submitted leads back to the dashboard, and one that is to the requests', async () => {
  const app = await openApp(server, { at, as: 'resident' });
  const press = async () => app.user.click(await screen.findByRole('link', { name: 'Submit Request' }));
  await press();
  await app.user.type(await screen.findByLabelText('Issue'), 'The gate sticks.');
  await app.user.keyboard('{Escape}');
  await screen.findByRole('heading', { name: 'Welcome back, Robin!' });
  await waitFor(() => expect(screen.getByRole('link', { name: 'Submit Request' })).toHaveFocus());
  await press();
  expect(await screen.findByLabelText('Issue')).toHaveValue('The gate sticks.');
  await app.user.click(screen.getByRole('button', { name: 'Submit Request' }));
  await screen.findByText('Maintenance request submitted successfully.');
  expect(app.path()).toBe('/maintenance');
});

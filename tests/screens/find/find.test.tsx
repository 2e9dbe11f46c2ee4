import '../../support/screens/findWorker.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { everythingSent, modalClosed, openApp, until, type App } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { neighbour, resident, server } from '../../support/server/world.ts';

const open = (as = 'manager', at = as === 'manager' ? '/admin/units' : '/profile') =>
  openApp(server, { at, as });
const field = () => screen.findByRole('combobox', { name: 'Find' });

async function openFind({ user }: App): Promise<HTMLElement> {
  // The screen is there, and with it the shortcut.
  await screen.findByRole('button', { name: 'Find' });
  await user.keyboard('{Control>}k{/Control}');
  return field();
}

async function find(app: App, typed: string): Promise<void> {
  await app.user.type(await openFind(app), typed);
}

const option = (name: string | RegExp) => screen.findByRole('option', { name });
const group = async (name: string) => within(await screen.findByRole('group', { name }));
/** Looked for again at each change, since a group that is left over from an earlier key may leave the page with its options. */
const optionOf = (named: string, name: RegExp) =>
  waitFor(() => within(screen.getByRole('group', { name: named })).getByRole('option', { name }));

async function report(as: string, information: string): Promise<void> {
  const answer = await server.call('POST', '/maintenance', { as, body: { information } });
  expect(answer.statusCode, answer.body).toBe(201);
}

test('Ctrl K opens Find, and Enter opens the home that is typed', async () => {
  const app = await open();
  await find(app, 'apt 101');
  expect(await optionOf('Homes', /^Unit 101, Maple Court/)).toBeVisible();
  await app.user.keyboard('{Enter}');
  await until(() => app.path() === '/admin/home/1');
  await modalClosed();
});

test('Enter opens what is typed also where it is pressed before it was found', async () => {
  const app = await open();
  await openFind(app);
  await screen.findByText(/^On this device as of/);
  await waitFor(() => expect(screen.queryByText(/Not on this device yet/)).toBeNull());
  await app.user.keyboard('robin hale{Enter}');
  await until(() => app.path() === '/admin/person/2');
});

test('"/" opens Find, but is typed in a field', async () => {
  const app = await open('manager', '/admin/payments');
  const search = await screen.findByLabelText(/^Search/);
  await app.user.type(search, '1/2');
  expect(search).toHaveValue('1/2');
  expect(screen.queryByRole('combobox', { name: 'Find' })).toBeNull();
  search.blur();
  await app.user.keyboard('/');
  expect(await field()).toHaveFocus();
  expect(await field()).toHaveValue('');
});

test('the arrows choose, Escape closes, and the focus goes back to where it was', async () => {
  const app = await open();
  const button = await screen.findByRole('button', { name: 'Find' });
  await app.user.click(button);
  const box = await field();
  await app.user.type(box, 'maple 10');
  const first = await option(/^Unit 101/);
  const second = await option(/^Unit 102/);
  const chosen = () => document.getElementById(box.getAttribute('aria-activedescendant') ?? '');
  await waitFor(() => expect(chosen()).toHaveAttribute('role', 'option'));
  const before = chosen();
  expect(before).toHaveAttribute('aria-selected', 'true');
  await app.user.keyboard('{ArrowDown}');
  expect(chosen()).not.toBe(before);
  await app.user.keyboard('{ArrowUp}');
  expect(chosen()).toBe(before);
  expect(box).toHaveFocus();
  expect(document.getElementById(box.getAttribute('aria-controls') ?? '')).toContainElement(first);
  expect(second).toBeVisible();
  await app.user.keyboard('{Escape}');
  await modalClosed();
  expect(button).toHaveFocus();
});

test('opened for the first time Find shows examples, and a press types one', async () => {
  const app = await open('neighbour');
  const box = await openFind(app);
  const examples = await group('Examples');
  expect(examples.getAllByRole('button')).toHaveLength(3);
  await app.user.click(examples.getByRole('button', { name: 'submit request' }));
  expect(box).toHaveValue('submit request');
  expect(box).toHaveFocus();
  expect(await option('Submit Request')).toBeVisible();
  expect(screen.queryByRole('group', { name: 'Examples' })).toBeNull();
});

test('of a kind of which more are found than are shown, all are shown by its last row', async () => {
  for (let window = 1; window <= 8; window++) await report(resident, `Window ${window} sticks`);
  const app = await open();
  await find(app, 'window sticks');
  expect(await screen.findByRole('group', { name: 'Requests 6 of 8' })).toBeVisible();
  await app.user.keyboard('{ArrowUp}');
  expect(await option('Show all 8')).toHaveAttribute('aria-selected', 'true');
  await app.user.keyboard('{Enter}');
  const requests = await group('Requests');
  expect(requests.getAllByRole('option')).toHaveLength(8);
  // What is typed next is looked for everywhere again.
  await app.user.keyboard('{Backspace}');
  await option('Show all 8');
});

test('an action leads to its form, for the person or the home that is named', async () => {
  const app = await open();
  await find(app, 'record payment hale');
  await app.user.click(await option(/^Record Payment: Robin Hale/));
  expect(await screen.findByRole('dialog', { name: 'Record Payment' })).toBeVisible();
  expect(app.path()).toBe('/admin/payments?payment=2');
  app.go('/admin/units');
  await modalClosed();
  await find(app, 'new request 102');
  await app.user.click(await option(/^New Request: Unit 102/));
  const form = within(await screen.findByRole('dialog', { name: 'New Request' }));
  const unit = await form.findByLabelText('Unit');
  await waitFor(() => expect(unit).toHaveDisplayValue('Unit 102, Maple Court'));
  // Nothing was written yet.
  const { countDrafts } = await import('../../../src/offline/engine/drafts.ts');
  expect(await countDrafts(1)).toBe(0);
});

test('without a connection all that this device has is found, and it says how old it is', async () => {
  await report(resident, 'The gutter over the porch leaks');
  const online = await open();
  await find(online, 'gutter');
  await option(/^The gutter over the porch leaks/);
  expect(await screen.findByText(/^On this device as of \d+:\d\d [AP]M\./)).toBeVisible();
  await waitFor(() => expect(screen.queryByText(/Not on this device yet/)).toBeNull());
  online.close();
  const app = await openApp(server, { at: '/admin/units' });
  app.network.offline = true;
  await find(app, 'gutter porch');
  // By its role alone: it is drawn again as more of the device is read.
  await optionOf('Requests', /^The gutter/);
  expect(screen.getByText(/^On this device as of/)).toBeVisible();
});

test('what was written without a connection is found before it is sent, and leads to where it can be edited', async () => {
  const app = await openApp(server, { at: '/maintenance?new=1', as: 'resident' });
  await screen.findByLabelText('Issue');
  app.network.offline = true;
  await app.user.type(screen.getByLabelText('Issue'), 'The chimney smokes');
  await app.user.click(screen.getByRole('button', { name: 'Submit Request' }));
  await modalClosed();
  await find(app, 'chimny');
  const found = await optionOf('Unsent', /^The chimney smokes/);
  await app.user.click(found);
  const detail = await screen.findByRole('dialog', { name: 'Maintenance Request' });
  expect(within(detail).getByText('The chimney smokes')).toBeVisible();
  await app.user.click(within(detail).getByRole('button', { name: 'Close' }));
  app.reconnect();
  await everythingSent();
});

test('what changes while Find is open is found as it is now', async () => {
  const app = await open();
  await find(app, 'aziz');
  await optionOf('People', /^Noor Aziz/);
  const { updateCached } = await import('../../../src/offline/engine/reads/cachedReads.ts');
  const { withTransaction } = await import('../../../src/offline/engine/database.ts');
  await withTransaction('rw', ['device', 'reads', 'readParts'], (db) =>
    updateCached(db, 1, 'listUsers', (users) =>
      users.map((user) => (user.id === 3 ? { ...user, first_name: 'Nora' } : user)),
    ),
  );
  expect(await optionOf('People', /^Nora Aziz/)).toBeVisible();
});

test('what was found before is offered first, until one signs out', async () => {
  const app = await open();
  await find(app, 'noor');
  await option(/^Noor Aziz/);
  await app.user.keyboard('{Enter}');
  await until(() => app.path() === '/admin/person/3');
  await openFind(app);
  await app.user.click(await optionOf('Recently Found', /^Noor Aziz$/));
  await modalClosed();
  const { database } = await import('../../../src/offline/engine/database.ts');
  expect(await database.device.get('recently-found')).toMatchObject({
    value: { userId: 1, found: [{ key: 'people 3', title: 'Noor Aziz', to: '/admin/person/3' }] },
  });
  await app.user.click(await screen.findByRole('button', { name: 'Logout' }));
  await until(() => app.path() === '/');
  expect(await database.device.get('recently-found')).toBeUndefined();
});

test('without "Keep me signed in" the lists in the page’s memory are searched, and nothing found is stored', async () => {
  const app = await openApp(server, { at: '/admin/units', as: 'manager', keep: false });
  await find(app, 'noor aziz');
  await optionOf('People', /^Noor Aziz/);
  await app.user.keyboard('{Enter}');
  await until(() => app.path() === '/admin/person/3');
  const { database } = await import('../../../src/offline/engine/database.ts');
  expect(await database.device.get('recently-found')).toBeUndefined();
});

test('a resident finds their own requests, and no one else’s', async () => {
  await report(resident, 'My kitchen faucet drips');
  await report(neighbour, 'Their kitchen lamp flickers');
  const app = await open('resident');
  await find(app, 'kitchen');
  await app.user.click(await optionOf('Requests', /^My kitchen faucet drips/));
  expect(await screen.findByRole('dialog', { name: 'Maintenance Request' })).toBeVisible();
  app.go('/profile');
  await modalClosed();
  await find(app, 'lamp');
  expect(await screen.findByText('Nothing found for “lamp”.')).toBeVisible();
});

test('nothing is found before a new password was chosen', async () => {
  const { sql } = server.database;
  await sql`update users set must_change_password = true where username = 'neighbour'`;
  const app = await open('neighbour');
  await screen.findByRole('heading', { name: 'Choose a Password' });
  await app.user.keyboard('{Control>}k{/Control}');
  expect(screen.queryByRole('button', { name: 'Find' })).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
  await sql`update users set must_change_password = false where username = 'neighbour'`;
});

test('the bar at the bottom of a phone has Find', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('max-aspect-ratio'),
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }));
  const app = await open('resident');
  const buttons = await screen.findAllByRole('button', { name: 'Find' });
  expect(buttons).toHaveLength(1);
  expect(buttons[0]).toHaveTextContent('Find');
  await app.user.click(buttons[0]!);
  expect(await field()).toHaveFocus();
});

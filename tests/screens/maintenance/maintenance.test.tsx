import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import { card, cards, modalClosed, openApp, fakeClock, view } from '../../support/screens/app.tsx';
import { noRequests, onServer, reported } from '../../support/server/requests.ts';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';

beforeEach(() => noRequests(server));

test('someone who has reported nothing is told so, and what to do', async () => {
  await openApp(server, { at: '/maintenance', as: 'resident' });
  await screen.findByText('No maintenance requests yet.');
  screen.getByText(
    'When something leaks, squeaks or stops working, report it here, with or without a signal.',
  );
});

test('while the list is on its way the screen says that it is loading', async () => {
  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  let arrived: (() => void) | undefined;
  app.network.before = ({ path }) =>
    path === '/maintenance' ? new Promise((resolve) => (arrived = resolve)) : undefined;
  await screen.findByRole('heading', { name: 'Maintenance' });
  expect(screen.getByRole('status')).toHaveTextContent('Loading...');
  await waitFor(() => expect(arrived).toBeDefined());
  arrived?.();
  await screen.findByText('No maintenance requests yet.');
});

test('a card shows the issue, when it was reported and completed, its status and its photos', async () => {
  await reported(server, 'resident', 'The lift stands still.', {
    photos: ['red', 'green'],
    created_at: '2026-10-30T12:00:00Z',
    completed_at: '2026-11-02T12:00:00Z',
  });
  await reported(server, 'resident', 'The sink drips.', { created_at: '2026-11-03T12:00:00Z' });
  await openApp(server, { at: '/maintenance', as: 'resident' });

  const done = await card('The lift stands still.');
  done.getByText('Completed', { selector: 'span' });
  expect(done.getByText(/^Reported/)).toHaveTextContent('Reported Oct 30, 2026Completed Nov 2, 2026');
  const photos = done.getAllByRole('img');
  expect(photos.map((each) => each.getAttribute('alt'))).toEqual(['Photo 1 of 2', 'Photo 2 of 2']);
  expect(photos[0]?.getAttribute('src')).toMatch(/^\/api\/photos\/.*\/thumbnail\?/);

  const open = await card('The sink drips.');
  open.getByText('Pending');
  expect(open.getByText(/^Reported/)).toHaveTextContent(/^Reported Nov 3, 2026$/);
  open.getByRole('button', { name: 'View / Edit' });
  expect(cards()).toEqual(['The sink drips.', 'The lift stands still.']);
});

test('All, Pending and Completed filter the list', async () => {
  await reported(server, 'resident', 'The lift stands still.', { completed_at: '2026-11-02T12:00:00Z' });
  await reported(server, 'resident', 'The sink drips.');
  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  await card('The sink drips.');
  const filter = within(screen.getByRole('group', { name: 'Status' }));
  expect(filter.getAllByRole('button').map((each) => each.textContent)).toEqual([
    'All',
    'Pending',
    'Completed',
  ]);
  expect(filter.getByRole('button', { name: 'All' })).toHaveAttribute('aria-pressed', 'true');

  await app.user.click(filter.getByRole('button', { name: 'Pending' }));
  expect(cards()).toEqual(['The sink drips.']);
  await app.user.click(filter.getByRole('button', { name: 'Completed' }));
  expect(cards()).toEqual(['The lift stands still.']);
  await app.user.click(filter.getByRole('button', { name: 'All' }));
  expect(cards()).toEqual(['The sink drips.', 'The lift stands still.']);
});

test('a filter that leaves nothing says so, not that there are no requests', async () => {
  await reported(server, 'resident', 'The sink drips.');
  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  await card('The sink drips.');
  await app.user.click(screen.getByRole('button', { name: 'Completed' }));
  screen.getByText('No requests match these filters.');
});

test('the detail shows issue, date, status, completion date and photos, and a completed one can only be read', async () => {
  await reported(server, 'resident', 'The lift stands still.', {
    photos: ['red'],
    created_at: '2026-10-30T12:00:00Z',
    completed_at: '2026-11-02T12:00:00Z',
  });
  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  const detail = await view(app, 'The lift stands still.');
  detail.getByText('The lift stands still.');
  detail.getByText('Completed', { selector: 'span' });
  detail.getByText(/^Oct 30, 2026/);
  detail.getByText(/^Nov 2, 2026/);
  detail.getByRole('img', { name: 'Photo 1 of 1' });
  expect(detail.getByRole('button', { name: 'Edit' })).toBeDisabled();
  expect(detail.getByRole('button', { name: 'Delete Request' })).toBeDisabled();
  expect(detail.queryByRole('button', { name: 'Mark Complete' })).toBeNull();
});

test('an open request can be edited and deleted, and Escape leaves it as it is', async () => {
  await reported(server, 'resident', 'The sink drips.');
  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  const detail = await view(app, 'The sink drips.');
  detail.getByText('Pending');
  expect(detail.queryByText('Completed')).toBeNull();
  expect(detail.getByRole('button', { name: 'Edit' })).toBeEnabled();
  expect(detail.getByRole('button', { name: 'Delete Request' })).toBeEnabled();
  await app.user.keyboard('{Escape}');
  await modalClosed();
  expect(app.path()).toBe('/maintenance');
});

test('what management reported for the unit can be read and not changed', async () => {
  await reported(server, 'manager', 'The boiler is exchanged on Friday.', { unit_id: 1 });
  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  await view(app, 'The boiler is exchanged on Friday.');
  screen.getByText('Management reported this for your unit and keeps it up to date.');
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Delete Request' })).toBeNull();
});

test('a photo opens large and closes again, with the request behind it', async () => {
  await reported(server, 'resident', 'The sink drips.', { photos: ['red', 'green'] });
  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  await app.user.click((await card('The sink drips.')).getByRole('button', { name: 'View Photo 2 of 2' }));
  const viewer = within(screen.getByRole('dialog', { name: 'Photo' }));
  expect(viewer.getByRole('img', { name: 'Photo 2 of 2' }).getAttribute('src')).toMatch(
    /^\/api\/photos\/[^/]+\?/,
  );
  await app.user.keyboard('{Escape}');
  await modalClosed();
});

test('going back closes the photo that is open alone, and closing it leaves no way back to it', async () => {
  await reported(server, 'resident', 'The sink drips.', { photos: ['red', 'green'] });
  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  const detail = await view(app, 'The sink drips.');
  const withRequest = app.path();
  const openPhoto = async () => {
    await app.user.click(detail.getByRole('button', { name: 'View Photo 2 of 2' }));
    return within(await screen.findByRole('dialog', { name: 'Photo' }));
  };
  const photoClosed = () => waitFor(() => expect(screen.queryByRole('dialog', { name: 'Photo' })).toBeNull());
  await openPhoto();
  app.back();
  await photoClosed();
  screen.getByRole('dialog', { name: 'Maintenance Request' });
  expect(app.path()).toBe(withRequest);

  const viewer = await openPhoto();
  await app.user.dblClick(viewer.getByRole('button', { name: 'Close' }));
  await photoClosed();
  screen.getByRole('dialog', { name: 'Maintenance Request' });
  app.back();
  await modalClosed();
  expect(app.path()).toBe('/maintenance');
});

test('deleting asks first; kept, nothing happens', async () => {
  await reported(server, 'resident', 'The sink drips.');
  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  await view(app, 'The sink drips.');
  await app.user.click(screen.getByRole('button', { name: 'Delete Request' }));
  const question = within(screen.getByRole('alertdialog'));
  question.getByText('Are you sure you want to cancel this request?');
  await app.user.click(question.getByRole('button', { name: 'Keep Request' }));
  expect(app.network.sent()).toEqual([]);
  screen.getByRole('dialog', { name: 'Maintenance Request' });
});

test('a request that is deleted leaves the list, and the message saying so stays for 5 seconds', async () => {
  await reported(server, 'resident', 'The sink drips.');
  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  await view(app, 'The sink drips.');
  await app.user.click(screen.getByRole('button', { name: 'Delete Request' }));
  const clock = fakeClock();
  await app.user.click(screen.getByRole('button', { name: 'Cancel Request' }));
  await screen.findByText('No maintenance requests yet.');
  await modalClosed();
  expect(await onServer(server)).toEqual([]);
  await clock.lasts('Maintenance request cancelled successfully.', 5000);
});

test('a deletion that the server refuses says so, and the request stays with the reason', async () => {
  await reported(server, 'resident', 'The sink drips.');
  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  await view(app, 'The sink drips.');
  app.network.fail(/DELETE/, { status: 403, message: 'Only management can change this request.' });
  await app.user.click(screen.getByRole('button', { name: 'Delete Request' }));
  await app.user.click(screen.getByRole('button', { name: 'Cancel Request' }));
  await screen.findByText(/^Failed to cancel request\. It needs your attention below/);
  (await card('The sink drips.')).getByText('Needs attention');
  await view(app, 'The sink drips.');
  within(screen.getByRole('dialog')).getByText('Only management can change this request.');
});

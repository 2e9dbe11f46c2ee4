import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import {
  card,
  cards,
  everythingSent,
  modalClosed,
  openApp,
  fakeClock,
  view,
  type App,
} from '../../support/screens/app.tsx';
import { noRequests, onServer, photoFile, reported } from '../../support/server/requests.ts';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';
import { photosArrived } from '../../support/screens/maintenance/newRequest.ts';

beforeEach(() => noRequests(server));

const at = '/admin/maintenance';
const submit = (app: App) => app.user.click(screen.getByRole('button', { name: 'Submit Request' }));
const inModal = () => within(screen.getByRole('dialog'));

async function newRequest(app: App): Promise<HTMLElement> {
  await app.user.click(await screen.findByRole('button', { name: '+ New Request' }));
  await waitFor(() => expect(inModal().getAllByRole('option').length).toBeGreaterThan(1));
  return inModal().getByLabelText('Unit');
}

test('each request says where it is, and its detail who reported it', async () => {
  await reported(server, 'resident', 'The sink drips.');
  await reported(server, 'newcomer', 'The bell is silent.');
  const app = await openApp(server, { at, as: 'manager' });
  (await card('The sink drips.')).getByText('Unit 101, Maple Court');
  (await card('The bell is silent.')).getByText('Unit 201 (not confirmed)');
  await view(app, 'The sink drips.');
  expect(screen.getByRole('dialog')).toHaveTextContent('UnitUnit 101, Maple Court');
  expect(screen.getByRole('dialog')).toHaveTextContent('Reported byRobin Hale');
});

test('the list can be narrowed to one unit, and to what is pending there', async () => {
  await reported(server, 'resident', 'The lift stands still.', { completed_at: '2026-11-02T12:00:00Z' });
  await reported(server, 'resident', 'The sink drips.');
  await reported(server, 'neighbour', 'The door squeaks.');
  await reported(server, 'manager', 'The gutter is full.', { unit_id: 3 });
  const app = await openApp(server, { at, as: 'manager' });
  await card('The door squeaks.');
  const unit = screen.getByLabelText('Unit');
  expect(
    within(unit)
      .getAllByRole('option')
      .map((each) => each.textContent),
  ).toEqual(['All units', 'Unit 2B, Maple Court', 'Unit 101, Maple Court', 'Unit 102, Maple Court']);
  await app.user.selectOptions(unit, 'Unit 101, Maple Court');
  expect(cards()).toEqual(['The sink drips.', 'The lift stands still.']);
  await app.user.click(screen.getByRole('button', { name: /^Pending/ }));
  expect(cards()).toEqual(['The sink drips.']);
  await app.user.selectOptions(unit, 'All units');
  expect(cards()).toEqual(['The gutter is full.', 'The door squeaks.', 'The sink drips.']);
});

test('the chips tell how many requests there are, and the list stands as it is asked to', async () => {
  await reported(server, 'resident', 'The lift stands still.', { completed_at: '2026-11-02T12:00:00Z' });
  await reported(server, 'resident', 'The sink drips.');
  await reported(server, 'manager', 'The gutter is full.', { unit_id: 3 });
  const app = await openApp(server, { at, as: 'manager' });
  await card('The gutter is full.');
  const chips = within(screen.getByRole('group', { name: 'Status' }));
  const counted = chips.getAllByRole('button').map(({ textContent }) => textContent);
  expect(counted).toEqual(['All3', 'Pending2', 'Completed1']);
  await app.user.click(chips.getByRole('button', { name: /^Pending/ }));
  expect(screen.getByText('2 of 3 requests')).toBeInTheDocument();
  expect(cards()).toEqual(['The gutter is full.', 'The sink drips.']);
  await app.user.selectOptions(screen.getByLabelText('Sort by'), 'Oldest first');
  expect(cards()).toEqual(['The sink drips.', 'The gutter is full.']);
  await app.user.selectOptions(screen.getByLabelText('Sort by'), 'Unit');
  expect(cards()).toEqual(['The gutter is full.', 'The sink drips.']);
  expect(app.path()).toBe('/admin/maintenance?show=pending&sort=unit');
});

test('each row says who reported it, and what is completed stands apart', async () => {
  await reported(server, 'resident', 'The sink drips.');
  await reported(server, 'neighbour', 'The lift stands still.', { completed_at: '2026-11-02T12:00:00Z' });
  await reported(server, 'neighbour', 'The door squeaks.');
  const app = await openApp(server, { at, as: 'manager' });
  expect((await card('The sink drips.')).getByRole('link', { name: 'Robin Hale' })).toHaveAttribute(
    'href',
    '/admin/person/2',
  );
  // The newest first, and those that need nothing any more below the others.
  expect(cards()).toEqual(['The door squeaks.', 'The sink drips.', 'The lift stands still.']);
  const completed = within(screen.getByRole('region', { name: 'Completed requests' }));
  expect(completed.getAllByRole('article')).toHaveLength(1);
  await app.user.click(screen.getByRole('button', { name: /^Completed/ }));
  expect(screen.queryByRole('region', { name: 'Completed requests' })).toBeNull();
  expect(cards()).toEqual(['The lift stands still.']);
});

test('a request is found by its words, its property and its age, and so after a reload and below a dialog', async () => {
  await reported(server, 'resident', 'The sink drips.', {
    created_at: new Date(Date.now() - 8 * 86_400_000).toISOString(),
  });
  await reported(server, 'resident', 'The sink is loose.');
  await reported(server, 'manager', 'The sink is old.', { unit_id: 4 });
  const app = await openApp(server, { at, as: 'manager' });
  await card('The sink is old.');
  await app.user.selectOptions(screen.getByLabelText('Property'), 'Maple Court');
  await waitFor(() => expect(cards()).toEqual(['The sink is loose.', 'The sink drips.']));
  await app.user.selectOptions(screen.getByLabelText('Reported'), '7 days ago or more');
  await waitFor(() => expect(cards()).toEqual(['The sink drips.']));
  await app.user.selectOptions(screen.getByLabelText('Reported'), 'At any time');
  await app.user.type(screen.getByLabelText('Search requests'), 'loose robin hale');
  await waitFor(() => expect(cards()).toEqual(['The sink is loose.']));
  await app.user.clear(screen.getByLabelText('Search requests'));
  await app.user.type(screen.getByLabelText('Search requests'), 'loose reyes');
  await screen.findByText('No requests match these filters.');
  await app.user.clear(screen.getByLabelText('Search requests'));
  await app.user.type(screen.getByLabelText('Search requests'), 'LOOSE');
  await waitFor(() => expect(cards()).toEqual(['The sink is loose.']));
  await app.user.click(screen.getByRole('button', { name: /^Pending/ }));
  const parts = () => Object.fromEntries(new URL(app.path(), 'http://x').searchParams);
  const asked = { property: 'Maple Court', search: 'LOOSE', show: 'pending' };
  await waitFor(() => expect(parts()).toEqual(asked));
  await view(app, 'The sink is loose.');
  expect(parts()).toEqual({ ...asked, request: expect.any(String) as string });
  app.back();
  await modalClosed();
  expect(parts()).toEqual(asked);
  const left = app.path();
  app.close();
  const again = await openApp(server, { at: left, as: 'manager' });
  await waitFor(() => expect(cards()).toEqual(['The sink is loose.']));
  expect(screen.getByLabelText('Search requests')).toHaveValue('LOOSE');
  await again.user.clear(screen.getByLabelText('Search requests'));
  await again.user.type(screen.getByLabelText('Search requests'), 'nothing like it');
  await again.user.click(await screen.findByRole('link', { name: 'Clear filters' }));
  await waitFor(() => expect(cards()).toHaveLength(3));
  expect(screen.getByLabelText('Search requests')).toHaveValue('');
});

test('a new request offers the units by property, in the order of the doors', async () => {
  const app = await openApp(server, { at, as: 'manager' });
  const unit = await newRequest(app);
  expect(
    within(unit)
      .getAllByRole('option')
      .map((each) => each.textContent),
  ).toEqual([
    '--Select a Unit--',
    'Unit 2B, Maple Court',
    'Unit 101, Maple Court',
    'Unit 102, Maple Court',
    'Unit 101, Harbor House',
    'Unit 201, Harbor House',
  ]);
  expect(unit).toHaveDisplayValue('--Select a Unit--');
});

test('a request without unit and issue is told both at once, and each until it is given', async () => {
  const app = await openApp(server, { at, as: 'manager' });
  const unit = await newRequest(app);
  await submit(app);
  await waitFor(() => expect(unit).toHaveAccessibleDescription('Please select a unit.'));
  expect(screen.getByLabelText('Issue')).toHaveAccessibleDescription('Please describe the issue.');
  await app.user.selectOptions(unit, 'Unit 201, Harbor House');
  await waitFor(() => expect(unit).toHaveAccessibleDescription(''));
  await app.user.selectOptions(unit, '--Select a Unit--');
  await app.user.type(screen.getByLabelText('Issue'), 'The lamp is out.');
  await submit(app);
  await waitFor(() => expect(unit).toHaveAccessibleDescription('Please select a unit.'));
  expect(app.network.sent()).toEqual([]);
});

test('a manager reports a problem for a unit, with a photo', async () => {
  const app = await openApp(server, { at, as: 'manager' });
  await app.user.selectOptions(await newRequest(app), 'Unit 201, Harbor House');
  await app.user.type(screen.getByLabelText('Issue'), 'The lamp is out.');
  await app.user.upload(screen.getByLabelText('Choose photos'), await photoFile('lamp.jpg'));
  await inModal().findByRole('img');
  await submit(app);
  await screen.findByText('Maintenance request submitted successfully.');
  (await card('The lamp is out.')).getByText('Unit 201, Harbor House');
  await photosArrived(1);
  expect(await onServer(server)).toMatchObject([
    { information: 'The lamp is out.', unit_id: 5, photos: [{ width: 64 }] },
  ]);
});

test('the unit that was chosen is kept with what was written', async () => {
  const first = await openApp(server, { at, as: 'manager' });
  await first.user.selectOptions(await newRequest(first), 'Unit 201, Harbor House');
  await first.user.type(screen.getByLabelText('Issue'), 'The lamp is out.');
  await waitFor(() => expect(screen.getByLabelText('Issue')).toHaveValue('The lamp is out.'));
  first.close();
  const app = await openApp(server, { at, as: 'manager' });
  expect(await newRequest(app)).toHaveDisplayValue('Unit 201, Harbor House');
  screen.getByText('We kept what you wrote.');
});

test('units that cannot be loaded say so, and can be tried again', async () => {
  const app = await openApp(server, { at, as: 'manager' });
  await screen.findByText('No maintenance requests yet.');
  const mend = app.network.failAll(/GET \/units/, { status: 500 });
  await app.user.click(screen.getByRole('button', { name: '+ New Request' }));
  await screen.findByText('Failed to fetch units.');
  mend();
  await app.user.click(inModal().getByRole('button', { name: 'Try Again' }));
  await waitFor(() => expect(inModal().getAllByRole('option')).toHaveLength(6));
});

test('Mark Complete completes a request, and says so for 5 seconds', async () => {
  await reported(server, 'resident', 'The sink drips.');
  const app = await openApp(server, { at, as: 'manager' });
  const detail = await view(app, 'The sink drips.');
  const clock = fakeClock();
  await app.user.click(detail.getByRole('button', { name: 'Mark Complete' }));
  await clock.lasts('Maintenance request completed.', 5000);
  const done = await card('The sink drips.');
  done.getByText('Completed', { selector: 'span' });
  done.getByText(/^Completed on/);
  const again = await view(app, 'The sink drips.');
  for (const name of ['Mark Complete', 'Edit', 'Delete Request']) {
    expect(again.getByRole('button', { name })).toBeDisabled();
  }
});

test('Mark Complete tapped twice completes a request once', async () => {
  await reported(server, 'resident', 'The sink drips.');
  const app = await openApp(server, { at: '/admin/maintenance', as: 'manager' });
  const detail = await view(app, 'The sink drips.');
  await app.user.dblClick(detail.getByRole('button', { name: 'Mark Complete' }));
  await modalClosed();
  await everythingSent();
  expect(app.network.sent()).toHaveLength(1);
});

test('Escape closes the new request, the detail and its edit', async () => {
  await reported(server, 'resident', 'The sink drips.');
  const app = await openApp(server, { at, as: 'manager' });
  await newRequest(app);
  await app.user.keyboard('{Escape}');
  await modalClosed();
  await view(app, 'The sink drips.');
  await app.user.keyboard('{Escape}');
  await modalClosed();
  await app.user.click((await view(app, 'The sink drips.')).getByRole('button', { name: 'Edit' }));
  await screen.findByLabelText('Issue');
  await app.user.keyboard('{Escape}');
  await modalClosed();
});

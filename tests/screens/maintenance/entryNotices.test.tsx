import { screen, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import type { EntryNotice } from '../../../contract/entryNotices/entryNotice.ts';
import { localTime } from '../../../contract/values/timeZone.ts';
import { everythingSent, openApp, view, type App } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { noRequests, reported } from '../../support/server/requests.ts';
import { manager, resident, server } from '../../support/server/world.ts';

beforeEach(async () => {
  await noRequests(server);
  await server.database.sql`delete from entry_notices`;
});

const listed = async (as = manager) =>
  (await server.call('GET', '/entry-notices', { as })).json<EntryNotice[]>();
const timeline = async () => within(await screen.findByRole('list', { name: 'Timeline' }));

async function given(body: object = {}): Promise<EntryNotice> {
  const answer = await server.call('POST', '/entry-notices', {
    as: manager,
    body: {
      ...{ unit_id: 1, purpose: 'Inspection', text: 'Smoke detectors' },
      ...{ entry_on: '2099-05-01', entry_from: '09:00', entry_to: '11:00', ...body },
    },
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}

async function fill({ user }: App, day: string, from: string, to: string): Promise<void> {
  await user.clear(screen.getByLabelText('Day of entry'));
  await user.type(screen.getByLabelText('Day of entry'), day);
  await user.type(screen.getByLabelText('From'), from);
  await user.type(screen.getByLabelText('To'), to);
}

test('a notice given without a connection stands in the request’s timeline, and reaches the resident once it is sent', async () => {
  const request = await reported(server, 'resident', 'The sink drips.');
  const app = await openApp(server, { at: '/admin/maintenance', as: 'manager' });
  await view(app, 'The sink drips.');
  await (await timeline()).findByText('Reported');
  app.network.offline = true;
  await app.user.click(screen.getByRole('button', { name: 'Notice of Entry' }));
  await screen.findByRole('heading', { name: /^Notice of Entry, / });
  expect(await screen.findByLabelText('What for')).toHaveDisplayValue('Repair');
  await fill(app, '2099-05-01', '09:00', '11:00');
  await app.user.click(screen.getByRole('button', { name: 'Give Notice' }));
  await (await timeline()).findByText('Notice of entry: May 1, 2099, 9:00 AM to 11:00 AM');
  await (await timeline()).findByText('Unsent');
  expect(await listed()).toEqual([]);
  app.network.offline = false;
  await everythingSent();
  expect(await listed(resident)).toMatchObject([{ request_id: request.id, entry_on: '2099-05-01' }]);
});

test('an entry sooner than the lead time is refused at the day, until the form says why', async () => {
  const app = await openApp(server, { at: '/admin/home/1?entry=1', as: 'manager' });
  await app.user.selectOptions(await screen.findByLabelText('What for'), 'Repair');
  // Tomorrow's first minutes at the home are never a whole day away.
  const tomorrow = localTime('America/New_York', new Date(Date.now() + 24 * 3_600_000)).slice(0, 10);
  await fill(app, tomorrow, '00:00', '00:01');
  await app.user.click(screen.getByRole('button', { name: 'Give Notice' }));
  await screen.findByText(/^Notice is given at least 24 hours before/);
  expect(await listed()).toEqual([]);
  await app.user.selectOptions(
    screen.getByLabelText('Shorter notice (optional)'),
    'The resident agreed to a shorter notice',
  );
  await app.user.click(screen.getByRole('button', { name: 'Give Notice' }));
  await screen.findByText('The notice was given.');
  await everythingSent();
  expect(await listed()).toMatchObject([{ short_notice: 'agreed', entry_on: tomorrow }]);
});

test('a notice that came too late with the server is changed and sent again, with all that was typed', async () => {
  const app = await openApp(server, { at: '/admin/home/1?entry=1', as: 'manager' });
  await screen.findByText('No notice was given yet.');
  app.network.offline = true;
  await app.user.selectOptions(await screen.findByLabelText('What for'), 'Upkeep');
  await fill(app, '2099-05-01', '09:00', '11:00');
  await app.user.type(screen.getByLabelText('Words for the resident (optional)'), 'New filters');
  await app.user.click(screen.getByRole('button', { name: 'Give Notice' }));
  await screen.findByText('Unsent');
  const taken = app.network.failAll(/^POST \/entry-notices$/, {
    status: 400,
    message: 'It is too late for that.',
  });
  app.network.offline = false;
  await screen.findByText('Needs attention');
  taken();
  await app.user.click(screen.getByRole('button', { name: 'Change Notice' }));
  expect(await screen.findByDisplayValue('New filters')).toBeVisible();
  await app.user.clear(screen.getByLabelText('Day of entry'));
  await app.user.type(screen.getByLabelText('Day of entry'), '2099-05-09');
  await app.user.click(screen.getByRole('button', { name: 'Give Notice' }));
  await everythingSent();
  expect(await listed()).toMatchObject([{ entry_on: '2099-05-09', text: 'New filters' }]);
});

test('a resident sees a notice in Today, agrees without a connection, and management reads it', async () => {
  await given();
  const app = await openApp(server, { at: '/dashboard/resident', as: 'resident' });
  await screen.findByText('Management enters your home on May 1, 2099, 9:00 AM to 11:00 AM');
  await app.user.click(screen.getByRole('link', { name: 'Answer' }));
  const fine = await screen.findByRole('button', { name: 'That Is Fine' });
  app.network.offline = true;
  await app.user.click(fine);
  await screen.findByText('You: That is fine');
  expect(screen.queryByRole('button', { name: 'That Is Fine' })).toBeNull();
  app.network.offline = false;
  await everythingSent();
  expect((await listed())[0]?.answers).toMatchObject([{ answer: 'fine', first_name: 'Robin' }]);
});

test('a resident asks for another time in words, and may agree after all', async () => {
  const { id } = await given();
  const app = await openApp(server, { at: '/entry-notices', as: 'resident' });
  await app.user.click(await screen.findByRole('link', { name: 'Ask for Another Time' }));
  await app.user.type(await screen.findByLabelText('Which time suits you'), 'After five');
  await app.user.click(screen.getByRole('button', { name: 'Send Answer' }));
  await screen.findByText('You: Another time, please');
  await app.user.click(screen.getByRole('button', { name: 'That Is Fine' }));
  await screen.findByText('You: That is fine');
  await everythingSent();
  const answers = (await listed()).find((each) => each.id === id)?.answers;
  expect(answers?.map(({ answer, text }) => [answer, text])).toEqual([
    ['another_time', 'After five'],
    ['fine', null],
  ]);
});

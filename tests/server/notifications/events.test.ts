import { expect } from 'vitest';
import { notifyOfPublished } from '../../../server/resources/announcements/notifyOfPublished.ts';
import { reportForm, UNLIMITED } from '../../support/server/server.ts';
import { manager, neighbour, newcomer, resident, server, testWith } from '../../support/server/world.ts';
import {
  MANAGER,
  RESIDENT,
  NEIGHBOUR,
  NEWCOMER,
  told,
  latest,
} from '../../support/server/notifications/events.ts';

const test = testWith({ ...UNLIMITED, REGISTRATIONS_PER_ADDRESS: '1000', TIME_ZONE: 'UTC' });

test.beforeEach(async () => {
  await server.database.sql`delete from announcements`;
  await server.database.sql`delete from notification_events`;
});

async function announce(body: object): Promise<number> {
  const answer = await server.call('POST', '/announcements', {
    as: manager,
    body: { announcement: 'The water is off.', announcement_type: 'General', ...body },
  });
  expect(answer.statusCode).toBe(201);
  return answer.json<{ id: number }>().id;
}

test('an announcement is told to everyone but its author, once, and an urgent one is marked', async () => {
  const id = await announce({ announcement_type: 'Urgent' });
  expect(await told()).toEqual([['announcement_published', [RESIDENT, NEIGHBOUR, NEWCOMER]]]);
  expect(await latest(resident)).toMatchObject({
    title: 'Urgent announcement',
    body: 'The water is off.',
    path: '/announcements',
    urgent: true,
    read_at: null,
  });
  await server.call('PUT', `/announcements/${id}`, {
    as: manager,
    body: { announcement: 'The water is back.', announcement_type: 'General' },
  });
  await notifyOfPublished(server.database);
  expect(await told()).toHaveLength(1);
});

test('a scheduled announcement is told when its time has come, once', async () => {
  const publish_at = new Date(Date.now() + 60 * 60_000).toISOString();
  const id = await announce({ publish_at });
  await notifyOfPublished(server.database);
  expect(await told()).toEqual([]);
  await server.database
    .sql`update announcements set publish_at = now() - interval '1 second' where id = ${id}`;
  await Promise.all([notifyOfPublished(server.database), notifyOfPublished(server.database)]);
  expect(await told()).toEqual([['announcement_published', [RESIDENT, NEIGHBOUR, NEWCOMER]]]);
});

test('an announcement that is deleted is not told any more', async () => {
  const id = await announce({});
  await server.call('DELETE', `/announcements/${id}`, { as: manager });
  expect(await told()).toEqual([]);
});

test('a suggestion is told to managers, and what they decide to its author', async () => {
  const suggest = () =>
    server.call('POST', '/announcements/submit', { as: resident, body: { announcement: 'A bench?' } });
  const first = (await suggest()).json<{ id: number }>().id;
  const second = (await suggest()).json<{ id: number }>().id;
  const decide = (id: number, status: string) =>
    server.call('PATCH', `/announcements/${id}/status`, { as: manager, body: { status } });
  await decide(first, 'rejected');
  await decide(second, 'approved');
  expect(await told()).toEqual([
    ['suggestion_to_review', [MANAGER]],
    ['suggestion_to_review', [MANAGER]],
    ['suggestion_rejected', [RESIDENT]],
    ['suggestion_approved', [RESIDENT]],
    ['announcement_published', [NEIGHBOUR, NEWCOMER]],
  ]);
});

test('a request is confirmed to its reporter and told to managers; what management does with it, to its reporter', async () => {
  const created = await server.call('POST', '/maintenance', {
    as: resident,
    form: reportForm({ information: 'The tap drips.' }),
  });
  const { id } = created.json<{ id: number }>();
  await server.call('PUT', `/maintenance/${id}`, {
    as: resident,
    form: reportForm({ information: 'Two taps.' }),
  });
  await server.call('PUT', `/maintenance/${id}`, {
    as: manager,
    form: reportForm({ information: 'Taps, kitchen.' }),
  });
  await server.call('PUT', `/maintenance/${id}/completion`, { as: manager, body: { completed: true } });
  expect(await told()).toEqual([
    ['request_received', [RESIDENT]],
    ['request_new', [MANAGER]],
    ['request_answered', [RESIDENT]],
    ['request_completed', [RESIDENT]],
  ]);
  expect(await latest(resident)).toMatchObject({
    body: 'Taps, kitchen.',
    path: `/maintenance?request=maintenance:${id}`,
  });
  expect(await latest(manager)).toMatchObject({
    title: 'New request by Robin Hale, unit 101',
    path: `/admin/maintenance?request=maintenance:${id}`,
  });
});

test('a request that management reports for a unit is told to who lives there', async () => {
  await server.call('POST', '/maintenance', {
    as: manager,
    form: reportForm({ information: 'The hall is wet.', unit_id: '2' }),
  });
  expect(await told()).toEqual([['request_received', [NEIGHBOUR]]]);
});

test('a claim is told to managers, and that it was declined or confirmed to who made it', async () => {
  await server.call('POST', '/users/register', {
    body: {
      ...{ username: 'ida', password: 'a lamp at dusk', firstName: 'Ida', lastName: 'Brandt' },
      ...{ email: 'ida@example.com', unit: 201 },
    },
  });
  const [ida] = await server.database.sql<{ id: number }>`select id from users where username = 'ida'`;
  const registered = [
    ['claim_to_confirm', [MANAGER]],
    ['email_confirmation', [ida!.id]],
  ];
  expect(await told()).toEqual(registered);
  await server.call('PUT', `/users/${ida!.id}`, { as: manager, body: { unit_claim: null } });
  expect(await told()).toEqual([...registered, ['unit_declined', [ida!.id]]]);
  await server.call('PUT', `/users/${NEWCOMER}`, { as: manager, body: { unit: 5 } });
  expect(await told()).toEqual([...registered, ['unit_declined', [ida!.id]], ['unit_confirmed', [NEWCOMER]]]);
  expect(await latest(newcomer)).toMatchObject({ body: 'You are listed in unit 201 of Harbor House.' });
});

test('a sign-in on a device that was not seen before is told, one on a known device is not', async () => {
  const signIn = (agent: string) =>
    server.call('POST', '/users/login', {
      body: { username: 'neighbour', password: 'porchlight' },
      headers: { 'user-agent': agent },
    });
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  await signIn(firefox);
  await signIn(firefox);
  expect(await told()).toEqual([['new_sign_in', [NEIGHBOUR]]]);
  expect((await latest(neighbour))?.body).toContain('with Firefox on Linux.');
});

test('a changed password and a one-time password are told to their owner', async () => {
  const ida = await server.token('newcomer');
  await server.call('PUT', `/users/${NEWCOMER}/password`, {
    as: ida,
    body: { current_password: 'porchlight', new_password: 'a lamp at dusk' },
  });
  await server.call('POST', `/users/${NEWCOMER}/password-reset`, { as: manager });
  expect(await told()).toEqual([
    ['password_changed', [NEWCOMER]],
    ['password_changed', [NEWCOMER]],
  ]);
});

test('whoever is deactivated is told nothing', async () => {
  await server.database.sql`update users set is_current_user = false where id = ${NEIGHBOUR}`;
  await announce({});
  await server.database.sql`update users set is_current_user = true where id = ${NEIGHBOUR}`;
  const [[, people] = []] = await told();
  expect(people).toContain(RESIDENT);
  expect(people).not.toContain(NEIGHBOUR);
});

test('a change that is refused tells nobody, and one that is sent twice tells once', async () => {
  const missing = { userId: 999, amount: 25, description: 'Lost key' };
  expect((await server.call('POST', '/transactions/charge', { as: manager, body: missing })).statusCode).toBe(
    404,
  );
  const headers = { 'idempotency-key': '0b7ad2a0-1111-4222-8333-444455556666' };
  const body = { userId: RESIDENT, amount: 25, description: 'Lost key' };
  await server.call('POST', '/transactions/charge', { as: manager, body, headers });
  await server.call('POST', '/transactions/charge', { as: manager, body, headers });
  expect(await told()).toEqual([['charge_posted', [RESIDENT]]]);
});

test('notifications are marked as read up to one, and only one’s own', async () => {
  await announce({});
  await announce({ announcement: 'The water is back.' });
  const list = async (token: string) =>
    (await server.call('GET', '/notifications', { as: token })).json<
      { id: number; read_at: string | null }[]
    >();
  const [, older] = await list(resident);
  const read = await server.call('PUT', '/notifications/read', { as: resident, body: { up_to: older?.id } });
  expect(read.statusCode).toBe(200);
  expect((await list(resident)).map(({ read_at }) => read_at !== null)).toEqual([false, true]);
  expect((await list(neighbour)).map(({ read_at }) => read_at)).toEqual([null, null]);
});

import { expect } from 'vitest';
import { notifyOfPublished } from '../../../server/resources/announcements/notifyOfPublished.ts';
import { reportForm, UNLIMITED } from '../../support/server/server.ts';
import { manager, resident, server, testWith } from '../../support/server/world.ts';

const test = testWith(UNLIMITED);

test.beforeEach(async () => {
  await server.database.sql`delete from announcements`;
  await server.database.sql`delete from notification_events`;
});

const listOf = async (as: string) =>
  (await server.call('GET', '/notifications', { as }))
    .json<{ kind: string; title: string; body: string }[]>()
    .filter(({ kind }) => !['new_sign_in', 'password_changed'].includes(kind))
    .map(({ title, body }) => [title, body]);

async function announce(announcement: string): Promise<number> {
  const body = { announcement, announcement_type: 'General' };
  return (await server.call('POST', '/announcements', { as: manager, body })).json<{ id: number }>().id;
}

test('what was told of an announcement follows its text and its type', async () => {
  const id = await announce('Unit 5 owes $900.');
  const body = { announcement: 'The water is off.', announcement_type: 'Urgent' };
  await server.call('PUT', `/announcements/${id}`, { as: manager, body });
  expect(await listOf(resident)).toEqual([['Urgent announcement', 'The water is off.']]);
});

test('an announcement that is published later after all is told again then', async () => {
  const id = await announce('The water is off.');
  const publish_at = new Date(Date.now() + 60 * 60_000).toISOString();
  const body = { announcement: 'The water will be off.', announcement_type: 'General', publish_at };
  await server.call('PUT', `/announcements/${id}`, { as: manager, body });
  expect(await listOf(resident)).toEqual([]);
  await server.database
    .sql`update announcements set publish_at = now() - interval '1 second' where id = ${id}`;
  await notifyOfPublished(server.database);
  expect(await listOf(resident)).toEqual([['General announcement', 'The water will be off.']]);
});

test('what was told of a suggestion follows it too, and is taken back when it is deleted', async () => {
  const suggested = await server.call('POST', '/announcements/submit', {
    as: resident,
    body: { announcement: 'A bench?' },
  });
  const { id } = suggested.json<{ id: number }>();
  await server.call('PUT', `/announcements/${id}`, {
    as: manager,
    body: { announcement: 'Two benches?', announcement_type: 'General' },
  });
  expect(await listOf(manager)).toEqual([['Robin Hale suggests an announcement', 'Two benches?']]);
  await server.call('PATCH', `/announcements/${id}/status`, { as: manager, body: { status: 'rejected' } });
  expect(await listOf(resident)).toEqual([['Your suggestion is not shared', 'Two benches?']]);
  await server.call('DELETE', `/announcements/${id}`, { as: manager });
  expect([await listOf(manager), await listOf(resident)]).toEqual([[], []]);
});

test('what was told of a request follows its text, and is taken back when it is cancelled', async () => {
  const created = await server.call('POST', '/maintenance', {
    as: resident,
    form: reportForm({ information: 'A private matter.' }),
  });
  const { id } = created.json<{ id: number }>();
  await server.call('PUT', `/maintenance/${id}`, {
    as: resident,
    form: reportForm({ information: 'The tap drips.' }),
  });
  expect(await listOf(resident)).toEqual([['Your maintenance request was received', 'The tap drips.']]);
  expect(await listOf(manager)).toEqual([['New request by Robin Hale, unit 101', 'The tap drips.']]);
  await server.call('DELETE', `/maintenance/${id}`, { as: resident });
  expect([await listOf(resident), await listOf(manager)]).toEqual([[], []]);
});

test('open apps are told of notifications that were changed or taken back', async () => {
  const noted = async () => {
    const rows = await server.database.sql<{ scope: string }>`
      select distinct scope from list_changes where list = 'notifications' order by scope`;
    await server.database.sql`delete from list_changes where list = 'notifications'`;
    return rows.map(({ scope }) => scope);
  };
  await noted();
  const id = await announce('The water is off.');
  const told = await noted();
  expect(told).toContain('user:2');
  await server.call('PUT', `/announcements/${id}`, {
    as: manager,
    body: { announcement: 'The water is back.', announcement_type: 'General' },
  });
  expect(await noted()).toEqual(told);
  await server.call('DELETE', `/announcements/${id}`, { as: manager });
  expect(await noted()).toEqual(told);
});

import sqlTag from 'sql-template-tag';
import { expect } from 'vitest';
import { NOTIFICATION_KINDS, type NotificationKind } from '../../../contract/notifications/notification.ts';
import type { Outcome } from '../../../server/notifications/channel.ts';
import { deliverer } from '../../../server/notifications/deliver.ts';
import { retell } from '../../../server/notifications/follow.ts';
import { notify } from '../../../server/notifications/notify.ts';
import {
  ANNOUNCEMENT,
  everyNotification,
  insertToldRecords,
  REQUEST,
} from '../../support/server/notifications/everyNotification.ts';
import { reportForm, UNLIMITED } from '../../support/server/server.ts';
import { manager, neighbour, resident, server, testWith } from '../../support/server/world.ts';

const test = testWith(UNLIMITED);
const [RESIDENT, NEIGHBOUR] = [2, 3];

const kindsFor = async (as: string) =>
  (await server.call('GET', '/notifications', { as })).json<{ kind: string }[]>().map(({ kind }) => kind);
const bodiesFor = async (as: string) =>
  (await server.call('GET', '/notifications', { as })).json<{ body: string }[]>().map(({ body }) => body);

test.beforeEach(async () => {
  const { sql } = server.database;
  await sql`update users set unit = 1, is_manager = false where id = ${RESIDENT}`;
  await sql`delete from lease_tenants`;
  await sql`delete from leases`;
  await sql`delete from announcements`;
  await sql`delete from maintenance_requests`;
  await sql`delete from message_threads`;
  await sql`delete from notification_events`;
  await insertToldRecords(sql);
});

test('a former tenant reads nothing that is written later about the home they left', async () => {
  const { id } = (
    await server.call('POST', '/maintenance', {
      as: manager,
      form: reportForm({ information: 'The boiler is serviced.', unit_id: '1' }),
    })
  ).json<{ id: number }>();
  expect(await bodiesFor(resident)).toEqual(['The boiler is serviced.']);
  await server.call('PUT', `/users/${RESIDENT}`, { as: manager, body: { unit: 2 } });
  await server.call('PUT', `/users/${NEIGHBOUR}`, { as: manager, body: { unit: 1 } });
  await server.call('PUT', `/maintenance/${id}`, {
    as: manager,
    form: reportForm({ information: 'Noor Aziz owes three months.' }),
  });
  expect((await server.call('GET', '/maintenance', { as: resident })).body).not.toContain('Noor');
  expect((await server.call('GET', '/notifications', { as: resident })).body).not.toContain('Noor');
  expect(await bodiesFor(neighbour)).toContain('Noor Aziz owes three months.');
  await server.call('PUT', `/users/${NEIGHBOUR}`, { as: manager, body: { unit: 2 } });
});

test('what follows a record is taken from those who may not see it any more', async () => {
  const { sql } = server.database;
  const request = everyNotification([RESIDENT, NEIGHBOUR]).filter(({ kind }) => kind === 'request_received');
  await notify(sql, ...request);
  await sql`update users set unit = 3 where id = ${RESIDENT}`;
  await sql`update users set unit = 1 where id = ${NEIGHBOUR}`;
  await sql`delete from list_changes`;
  await retell(sql, REQUEST, { information: 'Two taps drip.' });
  expect(await sql`select user_id from notifications`).toEqual([{ user_id: NEIGHBOUR }]);
  await retell(sql, REQUEST, { information: 'Three taps drip.' });
  // Told once that it is gone, and nothing of what is written after that.
  const told = await sql`select list from list_changes where scope = ${`user:${RESIDENT}`}`;
  expect(told).toEqual([{ list: 'notifications' }]);
  await sql`update users set unit = 2 where id = ${NEIGHBOUR}`;
});

/** What is about oneself, whatever one may see of the community. */
const OF_ONESELF: readonly NotificationKind[] = [
  ...([
    'charge_posted',
    'autopay_due_soon',
    'payment_received',
    'payment_reminder',
    'payment_failed',
    'payment_taken_back',
  ] as const),
  ...(['unit_confirmed', 'unit_declined', 'new_sign_in', 'password_changed', 'email_changed'] as const),
];

/** Links to oneself, which are mailed and not listed. */
const LINKS: readonly NotificationKind[] = ['email_confirmation', 'invitation', 'password_reset'];

/** Takes from the resident all that they may see of the community: its role, its homes, its records. */
async function takeAllAway(): Promise<void> {
  const { sql } = server.database;
  await sql`update users set unit = null, is_manager = false where id = ${RESIDENT}`;
  await sql`delete from lease_tenants where user_id = ${RESIDENT}`;
  // What was written to the home while they lived there is theirs to keep.
  await sql`delete from message_stays where user_id = ${RESIDENT}`;
  await sql`update announcements set publish_at = now() + interval '1 day'`;
}

const listed = Object.entries(NOTIFICATION_KINDS).flatMap(([kind, rules]) => (rules.listed ? [kind] : []));

test('of every kind of notification, what somebody may not see any more is not listed', async () => {
  const { sql } = server.database;
  await sql`update users set is_manager = true where id = ${RESIDENT}`;
  await notify(sql, ...everyNotification([RESIDENT]));
  expect((await kindsFor(resident)).sort()).toEqual([...listed].sort());
  await takeAllAway();
  expect((await kindsFor(resident)).sort()).toEqual([...OF_ONESELF].sort());
});

test('of every kind of notification, what somebody may not see any more is not sent', async () => {
  const { database } = server;
  const sent: string[] = [];
  const channel = {
    ...{ name: 'email' as const, reaches: sqlTag`true`, concurrency: 1 },
    send({ kind }: { kind: string }): Promise<Outcome> {
      sent.push(kind);
      return Promise.resolve('sent');
    },
  };
  const deliver = deliverer({
    ...{ database, channels: [channel], zone: 'UTC', mustAddFactor: sqlTag`false` },
    log: { warn: () => undefined },
  });
  await database.sql`update users set is_manager = true where id = ${RESIDENT}`;
  const everyKind = everyNotification([RESIDENT]);
  await database.sql`
    insert into notification_preferences (user_id, kind, channel, wanted)
    select ${RESIDENT}, kind, 'email', true from unnest(${everyKind.map(({ kind }) => kind)}::text[]) as kind`;
  await notify(database.sql, ...everyKind);
  await deliver();
  await database.sql`update deliveries set state = 'waiting', due_at = now(), attempts = 0`;
  const all = await database.sql`select 1 from deliveries`;
  expect(all.length).toBe(everyKind.length);
  sent.length = 0;
  await takeAllAway();
  // Of a unit, so that mail is not withheld as it is from a newcomer.
  await database.sql`update users set unit = 3 where id = ${RESIDENT}`;
  await deliver();
  expect(sent.sort()).toEqual([...OF_ONESELF, ...LINKS].sort());
  // Nor is it added any more for what is told now.
  sent.length = 0;
  await notify(database.sql, ...everyNotification([RESIDENT]));
  await deliver();
  await database.sql`update deliveries set due_at = now() where state = 'waiting'`;
  await deliver();
  expect(sent.sort()).toEqual([...OF_ONESELF, ...LINKS].sort());
});

test('the author of a suggestion keeps what was decided about it, and nobody else reads it', async () => {
  const { sql } = server.database;
  await sql`update announcements set user_id = ${RESIDENT}, status = 'rejected'`;
  const rejected = everyNotification([RESIDENT, NEIGHBOUR]).filter(({ about }) => about === ANNOUNCEMENT);
  await notify(sql, ...rejected.filter(({ kind }) => kind === 'suggestion_rejected'));
  expect(await kindsFor(resident)).toEqual(['suggestion_rejected']);
  expect(await kindsFor(neighbour)).toEqual([]);
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ANNOUNCEMENT, insertToldRecords } from '../../support/server/notifications/everyNotification.ts';
import { pushedWorld } from '../../support/server/notifications/pushedWorld.ts';

let world: Awaited<ReturnType<typeof pushedWorld>>;
beforeAll(async () => {
  world = await pushedWorld();
  await insertToldRecords(world.server.database.sql);
});
afterAll(() => world.close());
beforeEach(() => world.clear());

/** Urgent, so that no test depends on the time of the day. */
const urgent = (to: number[]) => ({
  kind: 'announcement_published' as const,
  to,
  data: { announcement: 'The water is off until noon.', announcement_type: 'Urgent' },
  about: ANNOUNCEMENT,
});

test('a notification reaches the browser encrypted, signed for the server, and leads to its screen', async () => {
  const { user, browser } = await world.device('resident');
  await world.notify(urgent([user.id]));
  expect(world.service.faults).toEqual([]);
  expect(browser.received).toHaveLength(1);
  const [{ payload, claims, headers, bytes }] = browser.received as [(typeof browser.received)[number]];
  expect(payload).toMatchObject({
    web_push: 8030,
    notification: {
      title: 'Urgent announcement',
      body: 'The water is off until noon.',
      navigate: 'https://homes.example.com/announcements',
      app_badge: '1',
    },
    app_badge: 1,
  });
  expect(claims.sub).toBe('https://homes.example.com');
  expect(headers).toMatchObject({ urgency: 'high', topic: payload.notification.tag, ttl: '259200' });
  expect(bytes).toBeLessThan(3000);
  expect(await world.deliveries()).toEqual([{ state: 'sent', attempts: 0, reason: null }]);
});

test('the number on the icon counts what was not read', async () => {
  const { user, token, browser } = await world.device('resident');
  await world.notify(urgent([user.id]), urgent([user.id]));
  expect(browser.received.map(({ payload }) => payload.app_badge)).toEqual([2, 2]);
  const list = await world.server.call('GET', '/notifications', { as: token });
  const [newest] = list.json<{ id: number }[]>();
  await world.server.call('PUT', '/notifications/read', { as: token, body: { up_to: newest!.id } });
  await world.notify(urgent([user.id]));
  expect(browser.received.at(-1)?.payload.app_badge).toBe(1);
});

test('every device of a person is told, and nobody else’s', async () => {
  const phone = await world.device('resident');
  const tablet = await world.device('resident');
  const other = await world.device('neighbour');
  await world.notify(urgent([phone.user.id]));
  expect(phone.browser.received).toHaveLength(1);
  expect(tablet.browser.received).toHaveLength(1);
  expect(other.browser.received).toHaveLength(0);
});

test('somebody without a subscribed device has no delivery that could fail', async () => {
  const { user } = await world.signIn('resident');
  await world.notify(urgent([user.id]));
  expect(await world.deliveries()).toEqual([]);
});

test.each([404, 410])('a browser that the push service answers with %i is forgotten', async (status) => {
  const gone = await world.device('resident');
  const here = await world.device('resident');
  gone.browser.answer = { status };
  await world.notify(urgent([gone.user.id]));
  expect(await world.endpoints()).toEqual([here.browser.subscription.endpoint]);
  expect(here.browser.received).toHaveLength(1);
  expect(await world.deliveries()).toMatchObject([{ state: 'sent' }]);
});

test('where the only browser is gone, the delivery ends and nobody is warned', async () => {
  const { user, browser } = await world.device('resident');
  browser.answer = { status: 410 };
  await world.notify(urgent([user.id]));
  expect(await world.deliveries()).toMatchObject([{ state: 'gone' }]);
});

test.each([429, 500, 503])('after %i a message is tried again, only where it failed', async (status) => {
  const slow = await world.device('resident');
  const quick = await world.device('resident');
  slow.browser.answer = { status, headers: { 'Retry-After': '900' } };
  await world.notify(urgent([slow.user.id]));
  expect(await world.deliveries()).toEqual([
    { state: 'waiting', attempts: 1, reason: `push.example.com answered ${status}` },
  ]);
  const [delivery] = await world.server.database.sql<{ minutes: number }>`
    select extract(epoch from due_at - now()) / 60 as minutes from deliveries`;
  expect(Number(delivery?.minutes)).toBeCloseTo(15, 0);

  slow.browser.answer = { status: 201 };
  await world.deliverAgain();
  expect(slow.browser.received).toHaveLength(1);
  expect(quick.browser.received).toHaveLength(1);
  expect(await world.deliveries()).toMatchObject([{ state: 'sent' }]);
});

test.each([400, 403, 413])(
  'a message that is answered %i is given up, without the secret address in its reason',
  async (status) => {
    const { user, browser } = await world.device('resident');
    browser.answer = { status };
    await world.notify(urgent([user.id]));
    expect(await world.deliveries()).toEqual([
      { state: 'given_up', attempts: 0, reason: `push.example.com answered ${status}` },
    ]);
    expect(await world.endpoints()).toHaveLength(1);
  },
);

test('a push service that redirects is not followed', async () => {
  const { user, browser } = await world.device('resident');
  browser.answer = { status: 307, headers: { Location: 'http://127.0.0.1/' } };
  await world.notify(urgent([user.id]));
  expect(await world.deliveries()).toMatchObject([{ state: 'given_up' }]);
});

test('a session that has ended is told nothing more, however it ended', async () => {
  const old = await world.device('resident');
  await world.server.call('POST', '/users/logout', { as: old.token });
  const expired = await world.device('resident');
  await world.server.database.sql`update sessions set expires_at = now() - interval '1 minute'
    where id = (select session_id from push_subscriptions where endpoint = ${expired.browser.subscription.endpoint})`;
  const here = await world.device('resident');
  await world.notify(urgent([here.user.id]));
  expect([old, expired, here].map(({ browser }) => browser.received.length)).toEqual([0, 0, 1]);
});

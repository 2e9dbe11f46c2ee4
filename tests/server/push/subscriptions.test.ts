import { createECDH } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { replaceSecrets } from '../../../server/auth/signingSecrets.ts';
import { pushedWorld } from '../../support/server/notifications/pushedWorld.ts';

let world: Awaited<ReturnType<typeof pushedWorld>>;
beforeAll(async () => {
  world = await pushedWorld();
});
afterAll(() => world.close());
beforeEach(() => world.clear());

test('the public key is always the same, a point of the curve, and the private one is told nowhere', async () => {
  const { token } = await world.signIn('resident');
  const key = await world.readKey(token);
  expect(Buffer.from(key ?? '', 'base64url')).toHaveLength(65);
  expect(await world.readKey((await world.signIn('manager')).token)).toBe(key);
  const [stored] = await world.server.database.sql<{ secret: string }>`
    select secret from secrets where name = 'vapid'`;
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(stored!.secret, 'base64url');
  expect(curve.getPublicKey('base64url')).toBe(key);
  expect(world.server.log.join('\n')).not.toContain(stored!.secret);
});

test('subscribing again renews the subscription of the session and makes no second one', async () => {
  const { token, browser } = await world.device('resident');
  expect((await world.subscribe(token, browser)).statusCode).toBe(200);
  expect(await world.endpoints()).toEqual([browser.subscription.endpoint]);
  const other = world.service.newBrowser();
  await world.subscribe(token, other);
  expect(await world.endpoints()).toEqual([other.subscription.endpoint]);
});

test('a browser in which somebody else signs in tells that person alone', async () => {
  const first = await world.device('resident');
  const second = await world.signIn('neighbour');
  await world.subscribe(second.token, first.browser);
  const owners = await world.server.database.sql<{ user_id: number }>`select user_id from push_subscriptions`;
  expect(owners).toEqual([{ user_id: second.user.id }]);
});

test('the 21st device takes the place of the one that was used longest ago', async () => {
  const devices = [];
  for (let count = 0; count < 21; count += 1) devices.push(await world.device('resident'));
  const endpoints = devices.map(({ browser }) => browser.subscription.endpoint);
  expect(await world.endpoints()).toEqual(endpoints.slice(1));
  const other = await world.device('neighbour');
  expect(await world.endpoints()).toEqual([...endpoints.slice(1), other.browser.subscription.endpoint]);
});

test('a session without “Keep me signed in” cannot subscribe, and says what to do', async () => {
  const { token } = await world.signIn('resident', false);
  const answer = await world.subscribe(token, world.service.newBrowser());
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({
    code: 'session_not_kept',
    message: 'Sign in with “Keep me signed in” to be notified on this device.',
  });
});

test.each([
  ['https://10.0.0.7/send', 'The endpoint must name a public host.'],
  ['https://localhost/send', 'The endpoint must name a public host.'],
  ['http://push.example.com/send', 'The endpoint must begin with https.'],
  ['javascript:alert(1)', 'The endpoint must begin with https.'],
  [`https://push.example.com/${'x'.repeat(2000)}`, 'An endpoint has at most 2000 characters.'],
])('the endpoint %s is refused at its field', async (endpoint, message) => {
  const { token } = await world.signIn('resident');
  const { keys } = world.service.newBrowser().subscription;
  const answer = await world.subscribe(token, { subscription: { endpoint, keys } });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ fields: { endpoint: message } });
  expect(await world.endpoints()).toEqual([]);
});

test('keys that no browser makes are refused', async () => {
  const { token } = await world.signIn('resident');
  const { endpoint, keys } = world.service.newBrowser().subscription;
  for (const wrong of [
    { ...keys, p256dh: Buffer.alloc(65, 4).toString('base64url') },
    { ...keys, p256dh: keys.p256dh.slice(2) },
    { ...keys, auth: 'short' },
    { ...keys, auth: `${keys.auth.slice(0, -2)}\r\n` },
  ]) {
    const answer = await world.subscribe(token, { subscription: { endpoint, keys: wrong } });
    expect(answer.statusCode).toBe(400);
  }
  expect(await world.endpoints()).toEqual([]);
});

test('unsubscribing ends the subscription of this device alone, also twice', async () => {
  const phone = await world.device('resident');
  const tablet = await world.device('resident');
  for (let time = 0; time < 2; time += 1) {
    const answer = await world.server.call('DELETE', '/push/subscription', { as: phone.token });
    expect(answer.statusCode).toBe(200);
  }
  expect(await world.endpoints()).toEqual([tablet.browser.subscription.endpoint]);
});

test('a change of password leaves the device that made it notified, and no other', async () => {
  const here = await world.device('neighbour');
  await world.device('neighbour');
  const answer = await world.server.call('PUT', `/users/${here.user.id}/password`, {
    as: here.token,
    headers: { cookie: here.cookie },
    body: { current_password: 'porchlight', new_password: 'a lamp on the porch' },
  });
  expect(answer.statusCode).toBe(200);
  expect(await world.endpoints()).toEqual([here.browser.subscription.endpoint]);
});

test('signing out and deactivating end the subscriptions of those sessions', async () => {
  const out = await world.device('resident');
  await world.server.call('POST', '/users/logout', { as: out.token });
  expect(await world.endpoints()).toEqual([]);

  const { user } = await world.device('newcomer');
  const manager = await world.signIn('manager');
  const answer = await world.server.call('PUT', `/users/${user.id}`, {
    as: manager.token,
    body: { isCurrentUser: false },
  });
  expect(answer.statusCode).toBe(200);
  expect(await world.endpoints()).toEqual([]);
});

test('after a leak of the secrets browsers subscribe with another key', async () => {
  await world.device('resident');
  const before = await world.readKey((await world.signIn('resident')).token);
  await replaceSecrets(world.server.database, { leaked: true });
  expect(await world.endpoints()).toEqual([]);
  expect(await world.readKey((await world.signIn('resident')).token)).not.toBe(before);
});

test('a server without a public address sends nothing to devices, and says so', async () => {
  const silent = await pushedWorld({});
  const { token } = await silent.signIn('resident');
  expect(await silent.readKey(token)).toBeNull();
  const answer = await silent.subscribe(token, silent.service.newBrowser());
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({ code: 'push_unavailable' });
  await silent.close();
});

test('where the public address is not HTTPS, push services are told the address of the mail', async () => {
  const local = await pushedWorld({
    PUBLIC_URL: 'http://localhost:3000',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'Maple Court <office@example.com>',
  });
  const { user, browser } = await local.device('resident');
  await local.notify({ kind: 'password_changed', to: [user.id], data: { by: 'oneself' } });
  expect(browser.received[0]?.claims.sub).toBe('mailto:office@example.com');
  expect(browser.received[0]?.payload.notification.navigate).toBe('http://localhost:3000/profile');
  await local.close();
});

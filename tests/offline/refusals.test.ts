import { expect, vi } from 'vitest';
import { currentConnection, markOnline, markOffline } from '../../src/api/connection.ts';
import { nowMs } from '../../src/browser/clock.ts';
import { database } from '../../src/offline/engine/database.ts';
import { retry } from '../../src/offline/engine/outbox/revise.ts';
import { MANAGER } from '../support/offline/device.ts';
import type { Fault } from '../support/offline/networkFaults.ts';
import { net, phone, test } from '../support/offline/world.ts';
import { server } from '../support/server/world.ts';
import { informations } from '../support/offline/outbox/informations.ts';

test.each<[string, Fault]>([
  ['a captive portal’s page', 'portal page'],
  ['a captive portal’s JSON', 'portal json'],
  ['an answer that breaks off', 'cut'],
  ['no connection', 'refused'],
  ['a server error', { status: 500 }],
  ['a busy server', { status: 503, retryAfter: 30 }],
  ['too many requests', { status: 429, retryAfter: 30 }],
  ['a time-out of the server', { status: 408 }],
  ['too early', { status: 425 }],
  ['a success that is not of the contract', { status: 201, body: { ok: true } }],
  ['a failure that is not of the contract', { status: 400, body: 'no' }],
])('%s is not taken for an answer: the report waits and is sent later', async (_, fault) => {
  await phone.report('The tap drips.');
  net.fail(/^POST \/maintenance/, fault);
  expect((await phone.send()).sent).toBe(0);
  const [item] = await phone.waiting();
  expect(item).toMatchObject({ input: { body: { information: 'The tap drips.' } } });
  expect(item?.refusal).toBeUndefined();
  expect(item?.notBefore).toBeGreaterThan(Date.now());

  if (item?.patient) await retry(item.id);
  expect(await phone.send()).toEqual({ sent: 1, left: 'nothing' });
  expect(await informations()).toEqual(['The tap drips.']);
});

test('nothing is sent to a busy server before its Retry-After has passed', async () => {
  await phone.report('The tap drips.');
  net.fail(/^POST \/maintenance/, { status: 503, retryAfter: 120 });
  expect(await phone.send(false)).toEqual({ sent: 0, left: 'later' });
  const [item] = await phone.waiting();
  expect(item?.notBefore).toBeGreaterThan(Date.now() + 110_000);
  expect(await phone.send(false)).toEqual({ sent: 0, left: 'later' });
  expect(net.sent()).toHaveLength(1);
});

test('a clock that is set back neither lengthens the wait nor ends it', async () => {
  await phone.report('The tap drips.');
  net.fail(/^POST \/maintenance/, { status: 429, retryAfter: 1800 });
  await phone.send();
  const yesterday = Date.now() - 24 * 60 * 60_000;
  vi.spyOn(Date, 'now').mockImplementation(() => yesterday);
  expect(await phone.send(false)).toEqual({ sent: 0, left: 'later' });
  const [item] = await phone.waiting();
  expect(item!.notBefore - nowMs()).toBeLessThanOrEqual(1_803_000);
});

test('an outbox over its quota waits as long as the server says, however often the app is opened', async () => {
  const item = await phone.report('The tap drips.');
  net.fail(/^POST \/maintenance/, { status: 429, retryAfter: 1800 });
  expect(await phone.send()).toEqual({ sent: 0, left: 'later' });
  expect((await phone.waiting())[0]?.notBefore).toBeGreaterThan(Date.now() + 1_790_000);
  for (const eager of [true, false, true]) {
    expect(await phone.send(eager)).toEqual({ sent: 0, left: 'later' });
  }
  expect(net.sent()).toHaveLength(1);

  await database.outbox.update(item.seq, { notBefore: Date.now() - 1 });
  expect(await phone.send(false)).toEqual({ sent: 1, left: 'nothing' });
});

test('a refused change is kept with the server’s message, and the changes behind it are sent', async () => {
  await phone.report(' ');
  await phone.report('The window does not close.');
  expect(await phone.send()).toEqual({ sent: 1, left: 'nothing' });
  expect(await phone.waiting()).toMatchObject([
    { refusal: { status: 400, failure: { message: 'Please describe the issue.' } }, mayHaveArrived: false },
  ]);
  expect(await informations()).toEqual(['The window does not close.']);
});

test('a refused change holds back later changes of the same request, and no other requests', async () => {
  await phone.report('The tap drips.');
  await phone.send();
  const [request] = await phone.onServer();
  if (!request) throw new Error('The request is not there.');
  await phone.edit(request, 'The tap drips badly.');
  await phone.cancel(request);
  await phone.report('The lamp flickers.');
  net.fail(/^PUT/, { status: 500 });
  expect(await phone.send()).toEqual({ sent: 1, left: 'later' });
  expect((await phone.waiting()).map(({ route }) => route)).toEqual([
    'updateMaintenance',
    'cancelMaintenance',
  ]);
  expect(await phone.send()).toEqual({ sent: 2, left: 'nothing' });
  expect(
    net
      .sent()
      .slice(-2)
      .map(({ method }) => method),
  ).toEqual(['PUT', 'DELETE']);
  expect(await informations()).toEqual(['The lamp flickers.']);
});

test('a queued edit and completion of one request arrive in this order', async () => {
  await phone.report('The tap drips.');
  await phone.send();
  phone.person = MANAGER;
  const [request] = await phone.onServer();
  if (!request) throw new Error('The request is not there.');
  net.offline = true;
  await phone.edit(request, 'The tap drips. Washer ordered.');
  await phone.complete(request);
  expect((await phone.send()).sent).toBe(0);
  net.reset();
  expect(await phone.send()).toEqual({ sent: 2, left: 'nothing' });
  expect(await phone.onServer()).toMatchObject([
    { information: 'The tap drips. Washer ordered.', completed: true },
  ]);
});

test('an edit of a request that was completed meanwhile waits for the person, and other changes are sent', async () => {
  await phone.report('The tap drips.');
  await phone.send();
  const [request] = await phone.onServer();
  if (!request) throw new Error('The request is not there.');
  await server.database.sql`update maintenance_requests set completed = true, completed_at = now()`;
  await phone.edit(request, 'It drips more.');
  await phone.report('The lamp flickers.');
  expect(await phone.send()).toEqual({ sent: 1, left: 'nothing' });
  expect(await phone.waiting()).toMatchObject([{ refusal: { status: 409, failure: { code: 'completed' } } }]);
});

test('an edit of a deleted request waits for the person', async () => {
  await phone.report('The tap drips.');
  await phone.send();
  const [request] = await phone.onServer();
  if (!request) throw new Error('The request is not there.');
  await server.database.sql`update maintenance_requests set cancelled_at = now()`;
  await phone.edit(request, 'It drips more.');
  await phone.send();
  expect(await phone.waiting()).toMatchObject([
    { input: { body: { information: 'It drips more.' } }, refusal: { status: 404 } },
  ]);
});

test('an edit of a request that someone else changed is refused with the current request', async () => {
  await phone.report('The tap drips.');
  await phone.send();
  const [request] = await phone.onServer();
  if (!request) throw new Error('The request is not there.');
  await server.database.sql`
    update maintenance_requests set information = 'Plumber comes Monday.', updated_at = now() + interval '1 second'`;
  await phone.edit(request, 'It drips more.');
  await phone.send();
  expect(await phone.waiting()).toMatchObject([
    {
      refusal: { status: 409, failure: { code: 'stale', detail: { information: 'Plumber comes Monday.' } } },
    },
  ]);
});

test('a replay without a connection is repeated, and the offline bar disappears when the server answers', async () => {
  await phone.report('The tap drips.');
  net.offline = true;
  markOffline();
  expect(await phone.send()).toEqual({ sent: 0, left: 'unreachable' });
  expect(currentConnection()).toBe('offline');
  expect(net.sent()).toEqual([]);
  expect(await phone.waiting()).toMatchObject([{ attempts: 0 }]);
  net.reset();
  expect(await phone.send(false)).toEqual({ sent: 1, left: 'nothing' });
  expect(currentConnection()).toBe('online');
});

test('a captive portal counts as no connection, whatever its status', async () => {
  await phone.report('The tap drips.');
  markOnline();
  net.fail(/^POST \/maintenance/, 'portal json');
  expect(await phone.send()).toEqual({ sent: 0, left: 'unreachable' });
  expect(currentConnection()).toBe('offline');
});

test('retries back off to at most five minutes, with jitter', async () => {
  await phone.report('The tap drips.');
  net.faultOfChange = () => ({ status: 500 });
  const pauses: number[] = [];
  for (let attempt = 0; attempt < 10; attempt += 1) {
    await phone.send();
    pauses.push(((await phone.waiting())[0]?.notBefore ?? 0) - Date.now());
  }
  expect(pauses[0]).toBeLessThanOrEqual(2000);
  expect(pauses.at(-1)).toBeGreaterThan(140_000);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(300_000);
  expect(new Set(pauses.slice(-3).map((pause) => Math.round(pause / 10))).size).toBeGreaterThan(1);
});

test('“Try now” sends a refused change again', async () => {
  const item = await phone.report('The tap drips.');
  net.fail(/^POST \/maintenance/, { status: 403, message: 'Not now.' });
  await phone.send();
  expect(await phone.send()).toEqual({ sent: 0, left: 'nothing' });
  await retry(item.id);
  expect(await phone.send(false)).toEqual({ sent: 1, left: 'nothing' });
});

test('a request without an answer times out, and its item waits', async () => {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort(new Error('too long')));
  await phone.report('The tap drips.');
  net.faultOfChange = () => 'refused';
  expect(await phone.send()).toEqual({ sent: 0, left: 'unreachable' });
  expect(await phone.waiting()).toHaveLength(1);
});

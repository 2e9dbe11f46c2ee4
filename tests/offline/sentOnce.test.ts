import { expect, vi } from 'vitest';
import { CONTRACT_VERSION, VERSION_HEADER } from '../../contract/http/route.ts';
import { database } from '../../src/offline/engine/database.ts';
import type { Fault } from '../support/offline/networkFaults.ts';
import { killHolders } from '../support/offline/locks.ts';
import { aPhoto } from '../support/offline/device.ts';
import { net, phone, test } from '../support/offline/world.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const informations = async () => (await phone.onServer()).map(({ information }) => information);

test('a report is sent with its key, capture time and contract version', async () => {
  const item = await phone.report('The kitchen tap drips.');
  expect(await phone.send()).toEqual({ sent: 1, left: 'nothing' });

  const [request] = net.sent();
  expect(request?.headers.get('Idempotency-Key')).toBe(item.id);
  expect(item.id).toMatch(UUID);
  expect(request?.headers.get('Captured-At')).toBe(item.capturedAt);
  expect(request?.headers.get(VERSION_HEADER)).toBe(String(CONTRACT_VERSION));
  expect(await informations()).toEqual(['The kitchen tap drips.']);
  expect(await phone.waiting()).toEqual([]);
});

test('a report whose answer is lost three times is stored once', async () => {
  const item = await phone.report('The radiator is cold.', [await aPhoto('teal'), await aPhoto('navy')]);
  net.fail(/^POST \/maintenance/, 'answer lost', 'cut', 'portal page after');
  for (let attempt = 0; attempt < 3; attempt += 1) {
    expect(await phone.send()).toEqual({ sent: 0, left: 'unreachable' });
    expect(await phone.waiting()).toMatchObject([{ id: item.id, mayHaveArrived: true }]);
  }
  expect(await phone.send()).toEqual({ sent: 1, left: 'nothing' });

  expect(new Set(net.sent().map(({ headers }) => headers.get('Idempotency-Key')))).toEqual(
    new Set([item.id]),
  );
  expect(net.sent().at(-1)?.replayed).toBe(true);
  expect(await informations()).toEqual(['The radiator is cold.']);
  expect((await phone.onServer())[0]?.photos).toHaveLength(2);
});

test('a report that the network delivers twice at the same moment is stored once', async () => {
  await phone.report('The lift is stuck.', [await aPhoto()]);
  net.fail(/^POST \/maintenance/, 'delivered twice');
  await phone.send();
  expect(await informations()).toEqual(['The lift is stuck.']);
  expect((await phone.onServer())[0]?.photos).toHaveLength(1);
  expect(await phone.waiting()).toEqual([]);
});

test('photos arrive byte for byte, each once', async () => {
  const photos = [await aPhoto('teal'), await aPhoto('crimson')];
  await phone.report('The ceiling leaks.', photos);
  net.fail(/^POST \/maintenance/, 'answer lost');
  await phone.send();
  await phone.send();
  const [request] = await phone.onServer();
  expect(request?.photos.map(({ sha256 }) => sha256)).toEqual(photos.map(({ sha256 }) => sha256));
});

test('a request is dated when it was written, not when it was sent', async () => {
  const item = await phone.report('No light in the basement.');
  const twoHoursAgo = new Date(Date.now() - 2 * 60 * 60_000).toISOString();
  await database.outbox.where({ seq: item.seq }).modify((stored) => {
    stored.capturedAt = twoHoursAgo;
    delete stored.reckoning;
  });
  await phone.send();
  expect(Date.parse((await phone.onServer())[0]?.created_at ?? '')).toBe(Date.parse(twoHoursAgo));
});

test('an item written before an update of the app is sent with the contract version it was written for', async () => {
  const item = await phone.report('The door sticks.');
  await database.outbox.update(item.seq, { contractVersion: CONTRACT_VERSION - 1 });
  await phone.send();
  expect(net.sent()[0]?.headers.get(VERSION_HEADER)).toBe(String(CONTRACT_VERSION - 1));
  expect(await informations()).toEqual(['The door sticks.']);
});

test('two replays started at once send each item once', async () => {
  await phone.report('First.');
  await phone.report('Second.');
  const results = await Promise.all([phone.send(), phone.send(), phone.send()]);
  expect(net.sent()).toHaveLength(2);
  expect(results[0]).toEqual({ sent: 2, left: 'nothing' });
});

test('the page and the service worker never replay at the same time', async () => {
  await phone.report('First.');
  await phone.report('Second.');
  vi.resetModules();
  const worker = await import('../../src/offline/subjects/replay.ts');
  net.fail(/^POST \/maintenance/, { status: 500 });
  let now = 0;
  let most = 0;
  let other: Promise<unknown> | undefined;
  net.before = async () => {
    most = Math.max(most, ++now);
    // While the page is at the second, the first is free for the worker to try again.
    other ??= worker.replay(phone.session, { eager: true });
    await new Promise((resolve) => setTimeout(resolve, 100));
    now -= 1;
  };
  expect(await phone.send()).toEqual({ sent: 1, left: 'later' });
  await other;
  expect(most).toBe(1);
  expect(net.sent()).toHaveLength(3);
  expect(await phone.waiting()).toEqual([]);
});

test('“Try now” sends at once although another replay waits for the lock', async () => {
  const item = await phone.report('The hall is dark.');
  await database.outbox.update(item.seq, { notBefore: Date.now() + 60_000 });
  const [, , last] = await Promise.all([phone.send(false), phone.send(false), phone.send(true)]);
  expect(last).toEqual({ sent: 1, left: 'nothing' });
});

test.each<[string, Fault]>([
  ['before the server had it', 'hangs before'],
  ['after the server had it', 'hangs after'],
])('a report whose sender was killed %s is sent by the next one, once', async (_, fault) => {
  const item = await phone.report('The gate is open.');
  net.fail(/^POST \/maintenance/, fault);
  void phone.send();
  await expect.poll(() => net.sent()).toHaveLength(1);
  if (fault === 'hangs after') await expect.poll(() => informations()).toHaveLength(1);
  killHolders();

  expect(await phone.send()).toEqual({ sent: 1, left: 'nothing' });
  expect(net.sent().map(({ headers }) => headers.get('Idempotency-Key'))).toEqual([item.id, item.id]);
  expect(await informations()).toEqual(['The gate is open.']);
});

test('outbox items do not expire', async () => {
  const item = await phone.report('The fence is broken.');
  await database.outbox.update(item.seq, { capturedAt: '2025-01-01T08:00:00.000Z' });
  await phone.send();
  expect(await informations()).toEqual(['The fence is broken.']);
});

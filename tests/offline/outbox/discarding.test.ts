import { expect } from 'vitest';
import { discard } from '../../../src/offline/engine/outbox/revise.ts';
import { aPhoto } from '../../support/offline/device.ts';
import { killHolders } from '../../support/offline/locks.ts';
import { net, phone, test } from '../../support/offline/world.ts';
import { informations, change, only } from '../../support/offline/outbox/revise.ts';

test('discarding an unsent report sends nothing', async () => {
  const item = await phone.report('One.');
  await discard(item.id);
  await phone.send();
  expect(net.sent()).toEqual([]);
  expect(await phone.waiting()).toEqual([]);
});

test.each(['answer lost', 'refused', 'hangs after'] as const)(
  'discarding a report that may have arrived (%s) leaves no request',
  async (fault) => {
    const item = await phone.report('One.', [await aPhoto()]);
    net.fail(/^POST \/maintenance/, fault);
    const first = phone.send();
    if (fault === 'hangs after') {
      await expect.poll(() => informations()).toHaveLength(1);
      killHolders();
    } else await first;
    await discard(item.id);
    expect((await phone.waiting()).map(({ route }) => route)).toEqual([
      'createMaintenance',
      'cancelMaintenance',
    ]);
    expect(await phone.send()).toEqual({ sent: 2, left: 'nothing' });
    expect(await phone.onServer()).toEqual([]);
    expect(await phone.waiting()).toEqual([]);
  },
);

test('discarding a report while it is being sent queues its cancelling behind it', async () => {
  const item = await phone.report('One.');
  net.before = async ({ method }) => {
    if (method === 'POST') await discard(item.id);
  };
  expect(await phone.send()).toEqual({ sent: 2, left: 'nothing' });
  expect(await phone.onServer()).toEqual([]);
});

test('discarding a report just after it was sent cancels its request', async () => {
  const item = await phone.report('One.');
  await phone.send();
  await discard(item.id);
  expect(await phone.send()).toEqual({ sent: 1, left: 'nothing' });
  expect(await phone.onServer()).toEqual([]);
});

test('discarding a report discards its queued edits', async () => {
  const item = await phone.report('One.');
  net.fail(/^POST \/maintenance/, 'answer lost');
  await phone.send();
  await change(item, 'Two.');
  await discard(item.id);
  await phone.send();
  expect(await phone.onServer()).toEqual([]);
  expect(await phone.waiting()).toEqual([]);
});

test('cancelling a report that the server never stored asks for no decision', async () => {
  const item = await phone.report('One.');
  net.fail(/^POST \/maintenance/, { status: 500 });
  await phone.send();
  await discard(item.id);
  net.fail(/^POST \/maintenance/, { status: 400, message: 'No.' });
  await phone.send();
  expect(await phone.waiting()).toEqual([]);
  expect(await phone.onServer()).toEqual([]);
});

test('an edit and a cancelling of two requests are both made when the page is killed between them', async () => {
  await phone.report('One.');
  await phone.send();
  const one = await only();
  await phone.edit(one, 'Uno.');
  await phone.report('Two.');
  net.fail(/^PUT/, 'hangs after');
  void phone.send();
  await expect.poll(() => informations()).toEqual(['Uno.']);
  killHolders();
  expect(await phone.send()).toEqual({ sent: 2, left: 'nothing' });
  expect((await informations()).sort()).toEqual(['Two.', 'Uno.']);
});

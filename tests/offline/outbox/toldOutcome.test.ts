import { expect } from 'vitest';
import { markOffline } from '../../../src/api/connection.ts';
import { waitForOutcome } from '../../../src/offline/engine/outbox/outcomes.ts';
import { currentlySending, onSendingChange } from '../../../src/offline/engine/outbox/sending.ts';
import { killHolders } from '../../support/offline/locks.ts';
import { net, phone, test } from '../../support/offline/world.ts';

test('an item is shown as “sending” only while it is being sent, also after the sender was killed', async () => {
  const said: (string | undefined)[] = [];
  const stop = onSendingChange(() => said.push(currentlySending()));
  const item = await phone.report('One.');
  net.fail(/^POST \/maintenance/, 'hangs before');
  void phone.send();
  await expect.poll(() => said.at(-1)).toBe(item.id);
  killHolders();
  expect(JSON.stringify(await phone.waiting())).not.toContain('sending');
  await phone.send();
  expect(said.at(-1)).toBeUndefined();
  stop();
});

test('online the screen is told at once that a report was sent', async () => {
  const item = await phone.report('One.');
  const outcome = waitForOutcome(item.id);
  await phone.send();
  expect(await outcome).toBe('sent');
});

test('online the screen is told at once that a report was refused', async () => {
  const item = await phone.report(' ');
  const outcome = waitForOutcome(item.id);
  await phone.send();
  expect(await outcome).toBe('refused');
});

test('offline the screen is told at once that a report is saved', async () => {
  const item = await phone.report('One.');
  markOffline();
  expect(await waitForOutcome(item.id)).toBe('waiting');
});

test('a connection lost while a report is being sent is told within ten seconds', async () => {
  const item = await phone.report('One.');
  const outcome = waitForOutcome(item.id, 60_000);
  net.fail(/^POST \/maintenance/, 'refused');
  await phone.send();
  expect(await outcome).toBe('waiting');
});

test('a report that is sent too slowly is told as waiting', async () => {
  const item = await phone.report('One.');
  expect(await waitForOutcome(item.id, 50)).toBe('waiting');
});

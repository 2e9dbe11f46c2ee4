import { beforeEach, expect } from 'vitest';
import type { OutboxItem } from '../../src/offline/engine/database.ts';
import { saveDraft } from '../../src/offline/engine/draftWrites.ts';
import { readCached } from '../../src/offline/engine/reads/cachedReads.ts';
import { fetchAndCache } from '../../src/offline/engine/reads/refreshCached.ts';
import { InDoubt, ItemGone, queue } from '../../src/offline/engine/outbox/outbox.ts';
import { itemsOf } from '../../src/offline/engine/outbox/unsentItems.ts';
import { discard, revise } from '../../src/offline/engine/outbox/revise.ts';
import { ROBIN } from '../support/offline/device.ts';
import { net, phone, test } from '../support/offline/world.ts';
import { resident, server } from '../support/server/world.ts';

beforeEach(async () => {
  await server.database.sql`delete from announcements`;
});

const send = () => phone.send();

function suggest(announcement: string, draft?: string): Promise<OutboxItem> {
  return queue({
    userId: ROBIN,
    route: 'submitAnnouncement',
    input: { body: { announcement, announcement_type: 'General' } },
    ...(draft ? { draft: { name: draft } } : {}),
  });
}

async function onServer(): Promise<string[]> {
  const rows = await server.database.sql<{ announcement: string }>`
    select announcement from announcements order by id`;
  return rows.map(({ announcement }) => announcement);
}

async function keptTexts(): Promise<string[]> {
  const kept = await readCached(ROBIN, 'listAnnouncements', {});
  return (kept?.answer ?? []).map(({ announcement }) => announcement);
}

test('a suggestion written offline is on the cached board at once, and is sent later', async () => {
  await fetchAndCache(ROBIN, 'listAnnouncements', {}, (call) => call(resident));
  net.offline = true;
  await saveDraft(ROBIN, 'suggest-announcement', { announcement: 'Bike for sale' });
  await suggest('Bike for sale', 'suggest-announcement');
  expect(await send()).toEqual({ sent: 0, left: 'unreachable' });
  expect(await onServer()).toEqual([]);

  net.offline = false;
  expect(await send()).toEqual({ sent: 1, left: 'nothing' });
  expect(await onServer()).toEqual(['Bike for sale']);
  expect(await keptTexts()).toEqual(['Bike for sale']);
  expect(await itemsOf(ROBIN)).toEqual([]);
});

test('a suggestion whose answer was lost is stored once', async () => {
  await send();
  net.fail(/submit/, 'answer lost');
  await suggest('Bike for sale');
  await send();
  expect(await onServer()).toEqual(['Bike for sale']);
  expect(await itemsOf(ROBIN)).toHaveLength(1);

  expect(await send()).toMatchObject({ sent: 1 });
  expect(await onServer()).toEqual(['Bike for sale']);
});

test('an edit of an unsent suggestion changes its item', async () => {
  const { id } = await suggest('Bike for sale');
  await revise(id, { body: { announcement: 'Red bike for sale' }, photos: [] });
  await send();
  expect(await onServer()).toEqual(['Red bike for sale']);
});

test('a suggestion that may have arrived cannot be edited, since a new key could store it twice', async () => {
  net.fail(/submit/, 'answer lost');
  const { id } = await suggest('Bike for sale');
  await send();
  const edited = revise(id, { body: { announcement: 'Red bike for sale' }, photos: [] });
  await expect(edited).rejects.toThrow(InDoubt);

  await send();
  expect(await onServer()).toEqual(['Bike for sale']);
});

test('an edited suggestion that was refused is sent with a new key', async () => {
  const { id } = await queue({
    userId: ROBIN,
    route: 'submitAnnouncement',
    input: { body: { announcement: 'x'.repeat(5001) } },
  });
  await send();
  const [refused] = await itemsOf(ROBIN);
  expect(refused?.refusal?.failure.message).toBe('Please use at most 5000 characters.');

  await revise(id, { body: { announcement: 'Short' }, photos: [] });
  const [revised] = await itemsOf(ROBIN);
  expect(revised?.id).not.toBe(id);
  await send();
  expect(await onServer()).toEqual(['Short']);
});

test('an edit of a suggestion that was sent meanwhile is reported, not dropped', async () => {
  const { id } = await suggest('Bike for sale');
  await send();
  const edited = revise(id, { body: { announcement: 'Red bike for sale' }, photos: [] });
  await expect(edited).rejects.toThrow(ItemGone);
});

test('a discarded suggestion is deleted and never sent', async () => {
  const { id } = await suggest('Bike for sale');
  await discard(id);
  await send();
  expect(await itemsOf(ROBIN)).toEqual([]);
  expect(await onServer()).toEqual([]);
});

import { expect } from 'vitest';
import type { OutboxItem } from '../../src/offline/engine/database.ts';
import { queue } from '../../src/offline/engine/outbox/outbox.ts';
import { readCached } from '../../src/offline/engine/reads/cachedReads.ts';
import { fetchAndCache } from '../../src/offline/engine/reads/refreshCached.ts';
import { MANAGER, NOOR } from '../support/offline/device.ts';
import { net, phone, test as base } from '../support/offline/world.ts';
import { manager, server } from '../support/server/world.ts';

const test = base.extend('person', MANAGER);
const query = { user: String(NOOR) };

const note = (text: string): Promise<OutboxItem> =>
  queue({
    ...{ userId: MANAGER, route: 'addNote', shown: { about: 'Noor Aziz' } },
    input: { body: { user_id: NOOR, text } },
  });
const stored = () => server.database.sql<{ text: string }>`select text from notes order by id`;
const kept = async () => (await readCached(MANAGER, 'listNotes', { query }))?.answer.map(({ text }) => text);

test('a note that is written without a connection is sent later, made once, and then among the notes that are read offline', async () => {
  await fetchAndCache(MANAGER, 'listNotes', { query }, (call) => call(manager));
  net.offline = true;
  await note('Has a dog');
  await phone.send();
  expect(await stored()).toEqual([]);

  net.offline = false;
  net.fail(/notes/, 'answer lost', 'delivered twice');
  await phone.send();
  await phone.send();
  expect(await phone.waiting()).toEqual([]);
  expect(await stored()).toEqual([{ text: 'Has a dog' }]);
  expect(await kept()).toEqual(['Has a dog']);
});

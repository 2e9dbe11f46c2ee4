import { expect } from 'vitest';
import type { User } from '../../../contract/users/user.ts';
import { readInMemory } from '../../../src/offline/engine/reads/memoryStore.ts';
import { fetchAndCache } from '../../../src/offline/engine/reads/refreshCached.ts';
import { withDatabase } from '../../../src/offline/engine/database.ts';
import { forgetLastUser, forgetUser, rememberUser } from '../../../src/offline/engine/deviceUser.ts';
import { revise } from '../../../src/offline/engine/outbox/revise.ts';
import { aPhoto, ROBIN } from '../../support/offline/device.ts';
import { server } from '../../support/server/world.ts';
import { net, phone, test as base } from '../../support/offline/world.ts';
import { everythingRead } from '../../support/offline/readTables.ts';

/** `test` with someone who did not choose “Keep me signed in”. */
const test = base.extend('session', { auto: true }, () => forgetLastUser());

const refresh = () =>
  fetchAndCache(ROBIN, 'listMaintenance', {}, async (send) =>
    send((await phone.session.token(ROBIN)) ?? 'nobody'),
  );
const sentItems = () => withDatabase((db) => db.sent.toArray());

test('who does not stay signed in reads without leaving anything to read', async () => {
  await phone.report('The tap drips.');
  await phone.send();
  expect(await refresh()).toMatchObject([{ information: 'The tap drips.' }]);
  expect(await withDatabase(everythingRead)).toEqual([]);
});

test('what such a person sent is stored without its text, and an edit that began before goes to its record', async () => {
  const photo = await aPhoto();
  const { id } = await phone.report('The tap drips.', [photo]);
  await phone.send();
  const sent = await sentItems();
  expect(JSON.stringify(sent)).not.toMatch(/tap|Robin|Maple|http|\/photos/);
  // The photo follows what was written.
  expect(sent.find((item) => item.route === 'attachPhoto')).toMatchObject({
    answer: { photos: [{ sha256: photo.sha256 }] },
  });
  await revise(id, { body: { information: 'The tap pours.' }, photos: [photo] });
  await phone.send();
  expect(await phone.onServer()).toMatchObject([
    { information: 'The tap pours.', photos: [{ sha256: photo.sha256 }] },
  ]);
  expect(net.sent()).toHaveLength(2);
});

test('the answer to a sent change updates the list in the page’s memory', async () => {
  await refresh();
  await phone.report('The tap drips.');
  await phone.send();
  const list = readInMemory({ userId: ROBIN, key: 'listMaintenance' })?.answer;
  expect(list).toMatchObject([{ information: 'The tap drips.' }]);
});

test('an answer that comes after the sign-out of its reader is not stored', async () => {
  const [user] = await server.database.sql<User>`select id from users where id = ${ROBIN}`;
  await rememberUser(user!);
  await fetchAndCache(ROBIN, 'listMaintenance', {}, async (send) => {
    const answer = await send((await phone.session.token(ROBIN)) ?? 'nobody');
    // In another tab.
    await forgetUser(ROBIN);
    return answer;
  });
  expect(await withDatabase(everythingRead)).toEqual([]);
});

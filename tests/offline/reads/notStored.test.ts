import { expect, onTestFinished } from 'vitest';
import type { User } from '../../../contract/users/user.ts';
import { setMemoryUpdate } from '../../../src/offline/engine/reads/cachedReads.ts';
import { fetchAndCache } from '../../../src/offline/engine/reads/refreshCached.ts';
import { withDatabase } from '../../../src/offline/engine/database.ts';
import { forgetLastUser, forgetUser, rememberUser } from '../../../src/offline/engine/deviceUser.ts';
import { revise } from '../../../src/offline/engine/outbox/revise.ts';
import { aPhoto, ROBIN } from '../../support/offline/device.ts';
import { server } from '../../support/server/world.ts';
import { net, phone, test as base } from '../../support/offline/world.ts';

/** `test` with someone who did not choose “Keep me signed in”. */
const test = base.extend('session', { auto: true }, () => forgetLastUser());

const refresh = () =>
  fetchAndCache(ROBIN, 'listMaintenance', {}, async (send) =>
    send((await phone.session.token(ROBIN)) ?? 'nobody'),
  );
const stored = (table: 'kept' | 'sent') => withDatabase((db) => db.table<unknown>(table).toArray());

test('who does not stay signed in reads without leaving anything to read', async () => {
  await phone.report('The tap drips.');
  await phone.send();
  expect(await refresh()).toMatchObject([{ information: 'The tap drips.' }]);
  expect(await stored('kept')).toEqual([]);
});

test('what such a person sent is stored without its text, and an edit that began before goes to its record', async () => {
  const photo = await aPhoto();
  const { id } = await phone.report('The tap drips.', [photo]);
  await phone.send();
  const [sent] = await stored('sent');
  expect(JSON.stringify(sent)).not.toMatch(/tap|Robin|Maple|http|\/photos/);
  expect(sent).toMatchObject({ answer: { photos: [{ sha256: photo.sha256 }] } });
  await revise(id, { body: { information: 'The tap pours.' }, photos: [photo] });
  await phone.send();
  expect(await phone.onServer()).toMatchObject([
    { information: 'The tap pours.', photos: [{ sha256: photo.sha256 }] },
  ]);
  expect(net.sent()).toHaveLength(2);
});

test('the answer to a sent change updates the list in the page’s memory', async () => {
  let list: unknown = [];
  setMemoryUpdate((userId, isChanged, change) => {
    if (userId === ROBIN && isChanged('listMaintenance')) list = change(list);
  });
  onTestFinished(() => setMemoryUpdate(undefined));
  await phone.report('The tap drips.');
  await phone.send();
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
  expect(await stored('kept')).toEqual([]);
});

import { expect } from 'vitest';
import { residentWith } from '../../support/server/accounts.ts';
import { photo, reportForm, testServer } from '../../support/server/server.ts';
import { reportWords, sender } from '../../support/server/photos/uploads.ts';
import { server, testWith } from '../../support/server/world.ts';

const test = testWith({ CHANGES_PER_RESIDENT: '3', PHOTOS_PER_RESIDENT: '10' });

const someone = async () => server.token(await residentWith(server));
const suggest = (as: string, key?: string) =>
  server.call('POST', '/announcements/submit', {
    as,
    body: { announcement: 'A bench under the maple' },
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  });
const report = (as: string, photos: Record<string, Uint8Array> = {}, key?: string) =>
  server.call('POST', '/maintenance', {
    as,
    form: reportForm({ information: 'Leak', unit_id: '1' }, photos),
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  });
const several = async (count: number) => {
  const one = await photo();
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}.jpg`, one]));
};

test('a resident over the quota of changes is told when to try again, and other residents are not affected', async () => {
  const [as, other] = [await someone(), await someone()];
  expect((await suggest(as)).statusCode).toBe(201);
  expect((await report(as)).statusCode).toBe(201);
  expect((await suggest(as)).statusCode).toBe(201);
  const refused = await report(as);
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(59 * 60);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60 * 60);
  expect(refused.json()).toMatchObject({
    code: 'too_many',
    message: 'That is more than can be sent within an hour. Please try again in 60 minutes.',
  });
  expect((await report(other)).statusCode).toBe(201);
  // Reading goes on.
  expect((await server.call('GET', '/maintenance', { as })).statusCode).toBe(200);
});

test('a change counts towards the quota for an hour', async () => {
  const username = await residentWith(server);
  const before = await server.token(username);
  for (let each = 0; each < 3; each += 1) expect((await suggest(before)).statusCode).toBe(201);
  expect((await suggest(before)).statusCode).toBe(429);
  await server.database.sql`update attempts set at = at - interval '1 hour'`;
  expect((await suggest(before)).statusCode).toBe(201);
  expect((await suggest(before)).statusCode).toBe(201);
});

test('of changes that are sent at the same moment no more go through than the quota has', async () => {
  const as = await someone();
  const answers = await Promise.all(Array.from({ length: 8 }, () => suggest(as)));
  const statuses = answers.map(({ statusCode }) => statusCode);
  expect(statuses.sort()).toEqual([201, 201, 201, 429, 429, 429, 429, 429]);
});

test('a repeated change gets the stored answer and spends no quota', async () => {
  const as = await someone();
  const key = crypto.randomUUID();
  const photos = await several(4);
  for (let each = 0; each < 5; each += 1) expect((await report(as, photos, key)).statusCode).toBe(201);
  expect((await suggest(as)).statusCode).toBe(201);
  expect((await suggest(as)).statusCode).toBe(201);
  expect((await suggest(as)).statusCode).toBe(429);
  expect((await report(as, photos, key)).statusCode).toBe(201);
});

test('somebody who has used up their quota of changes can still choose a new password', async () => {
  const username = await residentWith(server);
  const as = await server.token(username);
  for (let each = 0; each < 3; each += 1) expect((await suggest(as)).statusCode).toBe(201);
  expect((await suggest(as)).statusCode).toBe(429);
  const [user] = await server.database.sql<{ id: number }>`select id from users where username = ${username}`;
  const body = { current_password: 'porchlight', new_password: 'a-lantern-by-the-door' };
  const changed = await server.call('PUT', `/users/${user!.id}/password`, { as, body });
  expect([changed.statusCode, changed.body]).toEqual([200, changed.body]);
});

test('photos have a quota of their own, which is spent before they are decoded and stored', async () => {
  const as = await someone();
  expect((await report(as, await several(7))).statusCode).toBe(201);
  const stored = await server.storedPhotos();
  const refused = await report(as, await several(4));
  expect(refused.statusCode).toBe(429);
  expect(refused.json()).toMatchObject({
    message: 'These are more photos than can be sent within an hour. Please try again in 60 minutes.',
  });
  expect(await server.storedPhotos()).toEqual(stored);
  expect((await report(as, await several(3))).statusCode).toBe(201);
});

test('someone whose unit is not confirmed may send 40 photos an hour, and more once it is', async () => {
  const usual = await testServer();
  const newcomer = await usual.token('newcomer');
  const photos = await several(10);
  const send = (as: string) =>
    usual.call('POST', '/maintenance', { as, form: reportForm({ information: 'Leak' }, photos) });
  for (let each = 0; each < 4; each += 1) expect((await send(newcomer)).statusCode).toBe(201);
  const stored = await usual.storedPhotos();
  const refused = await send(newcomer);
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(59 * 60);
  expect(refused.json()).toMatchObject({
    message: 'These are more photos than can be sent within an hour. Please try again in 60 minutes.',
  });
  expect(await usual.storedPhotos()).toEqual(stored);
  const resident = await usual.token('resident');
  for (let each = 0; each < 5; each += 1) expect((await send(resident)).statusCode).toBe(201);

  await usual.database.sql`update users set unit = 2 where username = 'newcomer'`;
  expect((await send(newcomer)).statusCode).toBe(201);
  await usual.close();
});

test('a person may upload six forms at a time, and the next one once an upload has ended', async () => {
  const as = await server.token(await residentWith(server));
  const key = crypto.randomUUID();
  const photos = await several(1);
  const answers = await Promise.all(Array.from({ length: 8 }, () => report(as, photos, key)));
  const statuses = answers.map(({ statusCode, headers }) => [statusCode, headers['retry-after']]);
  expect(statuses.sort()).toEqual([
    ...Array.from({ length: 6 }, () => [201, undefined]),
    [429, '10'],
    [429, '10'],
  ]);
  expect((await report(as, photos, key)).statusCode).toBe(201);
});

test('uploads with the token of an ended session do not count towards its owner’s six', async () => {
  const username = await residentWith(server);
  const [ended, as] = [await server.token(username), await server.token(username)];
  await server.call('POST', '/users/logout', { as: ended });
  const photos = await several(1);
  const [stranger, owner] = await Promise.all([
    Promise.all(Array.from({ length: 6 }, () => report(ended, photos))),
    report(as, photos),
  ]);
  expect(stranger.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401, 401, 401]);
  expect(owner.statusCode).toBe(201);
});

test('a photo that is sent in parts counts once, as it begins, and its parts are no changes', async () => {
  const as = await someone();
  const eleven = await Promise.all(
    Array.from({ length: 11 }, (_, index) => photo(`rgb(${index * 20}, 9, 9)`)),
  );
  const one = await reportWords(eleven.slice(0, 10), as);
  for (const each of eleven.slice(0, 10))
    expect((await sender(one.id, each, as).send()).statusCode).toBe(200);
  const two = await reportWords(eleven.slice(10), as);
  const refused = await sender(two.id, eleven[10]!, as).begin();
  expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
    429,
    'These are more photos than can be sent within an hour. Please try again in 60 minutes.',
  ]);
  // What was reported stays reported.
  expect(two.information).toBe('Leak');
});

test('no more photos are started than a person can finish', async () => {
  const as = await server.token('manager');
  const [bytes, ...more] = await Promise.all(
    Array.from({ length: 21 }, (_, index) => photo(`rgb(${index * 12}, 99, 9)`)),
  );
  for (const each of more) {
    const { id } = await reportWords([each], as);
    expect((await sender(id, each, as).begin()).statusCode).toBe(200);
  }
  const { id } = await reportWords([bytes!], as);
  const refused = await sender(id, bytes!, as).begin();
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '3600']);
});

test('managers have no quota', async () => {
  const manager = await server.token('manager');
  for (let each = 0; each < 5; each += 1) {
    expect((await report(manager, await several(3))).statusCode).toBe(201);
  }
});

test('a resident whose suggestions wait for management is asked to wait too, also with several sent at once', async () => {
  const limited = await testServer({ SUGGESTIONS_PER_RESIDENT: '2' });
  const [as, manager] = [await limited.token('resident'), await limited.token('manager')];
  const send = () =>
    limited.call('POST', '/announcements/submit', { as, body: { announcement: 'A bench under the maple' } });
  const answers = await Promise.all([send(), send(), send()]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 409]);
  expect((await send()).json()).toMatchObject({
    code: 'too_many_waiting',
    message:
      'Management has not answered 2 of your suggestions yet. Please wait for an answer before you send more.',
  });
  const { id } = answers.find(({ statusCode }) => statusCode === 201)!.json<{ id: number }>();
  const decided = { as: manager, body: { status: 'rejected' } };
  expect((await limited.call('PATCH', `/announcements/${id}/status`, decided)).statusCode).toBe(200);
  expect((await send()).statusCode).toBe(201);
  await limited.close();
});

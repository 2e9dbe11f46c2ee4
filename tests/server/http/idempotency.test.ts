import { beforeEach, expect } from 'vitest';
import type { Failure } from '../../../contract/http/failure.ts';
import type { MaintenanceRequest } from '../../../contract/maintenance/maintenance.ts';
import { routes } from '../../../contract/routes.ts';
import type { User } from '../../../contract/users/user.ts';
import { deleteOldKeys, type KeyedRequest } from '../../../server/http/idempotency.ts';
import { runChange } from '../../../server/http/runChange.ts';
import { photo, reportForm } from '../../support/server/server.ts';
import { manager, neighbour, resident, server, test } from '../../support/server/world.ts';

const KEY = '5f8b4c1e-9d0a-4b7e-8c2f-1a2b3c4d5e6f';
const OTHER_KEY = '0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d';

beforeEach(async () => {
  const { sql } = server.database;
  await sql`delete from photos`;
  await sql`delete from maintenance_requests`;
  await sql`delete from idempotency_keys`;
});

const report = (
  key: string,
  information = 'Leak under the sink',
  photos: Record<string, Uint8Array> = {},
  as = resident,
) =>
  server.call('POST', '/maintenance', {
    as,
    form: reportForm({ information }, photos),
    headers: { 'idempotency-key': key },
  });
const records = () => server.database.sql`select id from maintenance_requests`;

test('a report sent twice is stored once, and both get the same answer', async () => {
  const leak = await photo();
  const first = await report(KEY, 'Leak', { 'leak.jpg': leak });
  const stored = await server.storedPhotos();
  const second = await report(KEY, 'Leak', { 'leak.jpg': leak });
  expect(second.statusCode).toBe(201);
  expect(second.body).toBe(first.body);
  expect(first.headers['idempotency-replayed']).toBeUndefined();
  expect(second.headers['idempotency-replayed']).toBe('true');
  expect(await records()).toHaveLength(1);
  expect(await server.storedPhotos()).toEqual(stored);
});

test('a repeated form is recognised with another boundary, field order, file name and capitals of the key', async () => {
  const leak = await photo();
  const parts = [
    'Content-Disposition: form-data; name="information"\r\n\r\nLeak',
    `Content-Disposition: form-data; name="maintenance_photos"; filename="%"\r\nContent-Type: image/jpeg\r\n\r\n`,
  ];
  const send = (boundary: string, order: 'text first' | 'photo first', key: string) => {
    const text = Buffer.from(`--${boundary}\r\n${parts[0]}\r\n`);
    const file = Buffer.concat([
      Buffer.from(`--${boundary}\r\n${parts[1]!.replace('%', boundary)}`),
      leak,
      Buffer.from('\r\n'),
    ]);
    return server.app.inject({
      method: 'POST',
      url: '/api/maintenance',
      headers: {
        authorization: `Bearer ${resident}`,
        'idempotency-key': key,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      payload: Buffer.concat([
        ...(order === 'text first' ? [text, file] : [file, text]),
        Buffer.from(`--${boundary}--\r\n`),
      ]),
    });
  };
  const first = await send('first', 'text first', KEY);
  expect(first.statusCode).toBe(201);
  const second = await send('second', 'photo first', KEY.toUpperCase());
  expect(second.body).toBe(first.body);
  expect(await records()).toHaveLength(1);
});

test('a key that was used for another body is refused with 422, and nothing is written', async () => {
  const leak = { 'leak.jpg': await photo() };
  await report(KEY, 'Leak', leak);
  const stored = await server.storedPhotos();
  for (const again of [
    await report(KEY, 'Flood', leak),
    await report(KEY, 'Leak', { 'leak.jpg': await photo('red') }),
    await report(KEY, 'Leak'),
    await report(KEY, 'Leak', { ...leak, 'more.jpg': await photo('red') }),
  ]) {
    expect(again.statusCode).toBe(422);
    expect(again.json<Failure>().code).toBe('key_reused');
  }
  expect(await records()).toHaveLength(1);
  expect(await server.storedPhotos()).toEqual(stored);
});

test.each(['1', 'not-a-uuid', `${KEY} `.repeat(2), `{${KEY}}`])(
  'the Idempotency-Key “%s” is refused with 400',
  async (key) => {
    const answer = await report(key);
    expect(answer.statusCode).toBe(400);
    expect(answer.json<Failure>().message).toBe('Idempotency-Key must be a UUID.');
  },
);

test('the same key of another person makes a record of their own', async () => {
  const mine = await report(KEY, 'Leak');
  const theirs = await report(KEY, 'Leak', {}, neighbour);
  expect(theirs.statusCode).toBe(201);
  expect(theirs.json<MaintenanceRequest>().id).not.toBe(mine.json<MaintenanceRequest>().id);
});

test('the same key can be used once for each route', async () => {
  const { id } = (await report(KEY)).json<MaintenanceRequest>();
  const headers = { 'idempotency-key': KEY };
  const cancelled = await server.call('DELETE', `/maintenance/${id}`, { as: resident, headers });
  expect(cancelled.statusCode).toBe(200);
  const again = await server.call('DELETE', `/maintenance/${id}`, { as: resident, headers });
  expect(again.statusCode).toBe(200);
  expect(again.headers['idempotency-replayed']).toBe('true');
});

test('a key that was used for one record is refused with 422 for another', async () => {
  const first = (await report(KEY)).json<MaintenanceRequest>();
  const second = (await report(OTHER_KEY)).json<MaintenanceRequest>();
  const headers = { 'idempotency-key': KEY };
  await server.call('DELETE', `/maintenance/${first.id}`, { as: resident, headers });
  const other = await server.call('DELETE', `/maintenance/${second.id}`, { as: resident, headers });
  expect(other.statusCode).toBe(422);
});

test('completing a request twice with one key is not a conflict, and with another key it is', async () => {
  const { id } = (await report(KEY)).json<MaintenanceRequest>();
  const complete = (key: string) =>
    server.call('PUT', `/maintenance/${id}/completion`, {
      as: manager,
      body: { completed: true },
      headers: { 'idempotency-key': key },
    });
  const first = await complete(KEY);
  expect((await complete(KEY)).body).toBe(first.body);
  expect((await complete(OTHER_KEY)).statusCode).toBe(409);
});

test('a refused change can be sent again with the same key once its cause is gone', async () => {
  const named = () =>
    server.call('POST', '/maintenance', {
      as: manager,
      form: reportForm({ information: 'Roof', unit_number: '301' }),
      headers: { 'idempotency-key': KEY },
    });
  expect((await named()).statusCode).toBe(400);
  expect(await server.database.sql`select 1 from idempotency_keys`).toEqual([]);
  await server.database.sql`insert into units (property_id, unit_number) values (1, '301')`;
  expect((await named()).statusCode).toBe(201);
  expect((await named()).headers['idempotency-replayed']).toBe('true');
});

test('six copies of a report that arrive at the same moment are stored once and get one answer', async () => {
  const leak = { 'leak.jpg': await photo() };
  const before = await server.storedPhotos();
  const answers = await Promise.all(Array.from({ length: 6 }, () => report(KEY, 'Leak', leak)));
  expect(new Set(answers.map((each) => each.statusCode))).toEqual(new Set([201]));
  expect(new Set(answers.map((each) => each.body)).size).toBe(1);
  expect(answers.filter((each) => each.headers['idempotency-replayed'])).toHaveLength(5);
  expect(await records()).toHaveLength(1);
  expect((await server.storedPhotos()).length - before.length).toBe(2);
});

test('of two different reports with one key at the same moment, one is stored and the other refused', async () => {
  const answers = await Promise.all([report(KEY, 'Leak'), report(KEY, 'Flood')]);
  expect(answers.map((each) => each.statusCode).sort()).toEqual([201, 422]);
  expect(await records()).toHaveLength(1);
});

test('two equal reports without a key are two records', async () => {
  const send = () => server.call('POST', '/maintenance', { as: resident, body: { information: 'Mice' } });
  await Promise.all([send(), send()]);
  expect(await records()).toHaveLength(2);
});

test('a stored answer is kept for 90 days and then deleted', async () => {
  await report(KEY);
  await server.database.sql`update idempotency_keys set created_at = now() - interval '89 days 23 hours'`;
  await deleteOldKeys(server.database);
  expect((await report(KEY)).headers['idempotency-replayed']).toBe('true');
  await server.database.sql`update idempotency_keys set created_at = now() - interval '91 days'`;
  await deleteOldKeys(server.database);
  expect(await server.database.sql`select 1 from idempotency_keys`).toEqual([]);
});

test('a change that fails in the database leaves no record, key or photo, and can be sent again', async () => {
  const stored = await server.storedPhotos();
  const leak = { 'leak.jpg': await photo() };
  await server.database.sql`alter table photos rename to photos_away`;
  const failed = await report(KEY, 'Leak', leak);
  await server.database.sql`alter table photos_away rename to photos`;
  expect(failed.statusCode).toBe(500);
  expect(await records()).toEqual([]);
  expect(await server.database.sql`select 1 from idempotency_keys`).toEqual([]);
  expect(await server.storedPhotos()).toEqual(stored);
  expect((await report(KEY, 'Leak', leak)).statusCode).toBe(201);
});

test('photos stay when the commit of a change succeeded but its confirmation was lost', async () => {
  const { database } = server;
  const transaction = database.transaction.bind(database);
  database.transaction = async (work) => {
    const done = await transaction(work);
    // What comes before the change, such as counting it against a quota, is answered.
    if ((await records()).length > 0) throw new Error('Connection terminated unexpectedly');
    return done;
  };
  const leak = { 'leak.jpg': await photo() };
  const lost = await report(KEY, 'Leak', leak);
  database.transaction = transaction;
  expect(lost.statusCode).toBe(500);
  const again = await report(KEY, 'Leak', leak);
  expect(again.headers['idempotency-replayed']).toBe('true');
  const [kept] = again.json<MaintenanceRequest>().photos;
  expect((await server.app.inject(kept!.photo_url)).statusCode).toBe(200);
});

test('what a change prepares stays although the change is refused, and is not prepared again once it was made', async () => {
  const [user] = await server.database.sql<User>`select * from users where username = 'manager'`;
  const input = { params: undefined, query: undefined, body: { name: 'A' }, files: [] };
  const asked: KeyedRequest = { user, route: routes.updateCommunity, key: KEY, input };
  const { sql } = server.database;
  const noted = async (subject: string) =>
    (await sql`select 1 from attempts where subject = ${subject}`).length;
  const make = (refused: boolean) =>
    runChange(server.app, asked, {
      prepare: async () => {
        await sql`insert into attempts (subject) values ('prepared')`;
        return 'ready';
      },
      run: async ({ sql: own, prepared }) => {
        await own`insert into attempts (subject) values ('made')`;
        if (refused) throw new Error('Refused.');
        return { prepared };
      },
      spendsQuota: true,
    });
  await expect(make(true)).rejects.toThrow('Refused.');
  expect([await noted('prepared'), await noted('made')]).toEqual([1, 0]);
  expect(await make(false)).toEqual({ text: '{"prepared":"ready"}', replayed: false });
  expect(await make(false)).toEqual({ text: '{"prepared":"ready"}', replayed: true });
  expect([await noted('prepared'), await noted('made')]).toEqual([2, 1]);
});

import { deleteOldPhotoUploads } from '../../../server/photos/oldUploads.ts';
import { expect } from 'vitest';
import type { Route } from '../../../contract/http/route.ts';
import { routes } from '../../../contract/routes.ts';
import type { MaintenanceRequest } from '../../../contract/maintenance/maintenance.ts';
import { deleteUnconfirmedSuggestions } from '../../../server/resources/announcements/deleteUnconfirmed.ts';
import { deleteUnconfirmedRequests } from '../../../server/resources/maintenance/deleteUnconfirmed.ts';
import { reportWords, sender, sha256 } from '../../support/server/photos/uploads.ts';
import { photo, reportForm } from '../../support/server/server.ts';
import { isolatedTest as test, manager, newcomer, resident, server } from '../../support/server/world.ts';

/** Of all people together who are not confirmed. */
const MOST_PHOTOS = 400;
const MOST_REPORTS = 200;

/** Registers somebody, as anyone can. */
async function stranger(name: string): Promise<{ id: number; token: string }> {
  const { sql } = server.database;
  const [added] = await sql<{ id: number }>`
    insert into users (username, email, password_hash, first_name, last_name, is_manager)
    select ${name}, ${`${name}@example.com`}, password_hash, 'Sam', ${name}, false from users where username = 'newcomer'
    returning id`;
  return { id: added!.id, token: await server.token(name) };
}

const report = async (as: string, photos: number, fields: Record<string, string> = {}) => {
  const one = await photo();
  const files = Object.fromEntries(Array.from({ length: photos }, (_, index) => [`${index}.jpg`, one]));
  return server.call('POST', '/maintenance', {
    as,
    form: reportForm({ information: 'Leak', ...fields }, files),
  });
};
const suggest = (as: string) =>
  server.call('POST', '/announcements/submit', { as, body: { announcement: 'A bench under the maple' } });
const idOf = async (answer: ReturnType<typeof report>) => (await answer).json<MaintenanceRequest>().id;

/** Adds rows of photos to a request, as if they had been sent. */
const addPhotos = (request: number, count: number) => server.database.sql`
  insert into photos (id, maintenance_request_id, position, sha256, filename, width, height)
  select gen_random_uuid(), ${request}, 100 + n, '', 'x.jpg', 1, 1 from generate_series(1, ${count}) as n`;
const passDays = async (days: number) => {
  const { sql } = server.database;
  await sql`update maintenance_requests set received_at = received_at - make_interval(days => ${days})`;
  await sql`update announcements set updated_at = updated_at - make_interval(days => ${days})`;
};
const prune = async () => {
  await deleteUnconfirmedRequests(server.app.context, AbortSignal.any([]));
  await deleteUnconfirmedSuggestions(server.database, AbortSignal.any([]));
};

test('all people together whose unit is not confirmed have a limit of photos, and residents do not notice', async () => {
  const [one, two, three] = [await stranger('one'), await stranger('two'), await stranger('three')];
  await addPhotos(await idOf(report(one.token, 0)), MOST_PHOTOS - 5);
  // What they took off or cancelled is on the disk all the same.
  await server.database.sql`update photos set removed_at = now()`;
  await server.database.sql`update maintenance_requests set cancelled_at = now()`;
  // Of several at once no more are taken than one after the other.
  const answers = await Promise.all([one, two, three].map(({ token }) => report(token, 3)));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 429, 429]);
  const refused = answers.find(({ statusCode }) => statusCode === 429)!;
  expect(refused.json<{ message: string }>().message).toBe(
    'There are many photos here already of people whose unit is not confirmed. Please send it without photos, or ask management to confirm your unit. Please try again in 60 minutes.',
  );
  expect(refused.headers['retry-after']).toBe('3600');
  expect(await server.storedPhotos()).toHaveLength(6);
  expect(await server.database.sql`select id from announced_photos`).toEqual([]);
  expect((await report(newcomer, 0)).statusCode).toBe(201);

  expect((await report(resident, 3)).statusCode).toBe(201);
  // Somebody who lived here is known.
  await server.database.sql`update users set unit = null where username = 'resident'`;
  await server.database.sql`
    insert into audit (author, subject, subject_id, action, changes) values (1, 'user', 2, 'changed', '{"unit_number": {}}')`;
  expect((await report(resident, 3)).statusCode).toBe(201);
  // And who is confirmed is so with what they sent before.
  expect((await server.call('PUT', `/users/${one.id}`, { as: manager, body: { unit: 3 } })).statusCode).toBe(
    200,
  );
  expect((await report(newcomer, 3)).statusCode).toBe(201);
});

const TAKE_PHOTOS = (Object.values(routes) as Route[]).filter(({ multipart }) => multipart?.photos);

test.for(TAKE_PHOTOS.map((route) => [`${route.method} ${route.path}`, route] as const))(
  'by %s no photo is taken beyond that limit',
  async ([, { method, path }]) => {
    const id = await idOf(report(newcomer, 0));
    const bytes = await photo();
    const form = () => reportForm({ information: 'Leak' }, { 'leak.jpg': bytes });
    const send = () => server.call(method, path.replace(':id', String(id)), { as: newcomer, form: form() });
    expect((await send()).statusCode).toBeLessThan(300);
    await addPhotos(id, MOST_PHOTOS - 1);
    expect((await send()).statusCode).toBe(429);
  },
);

test('by a photo that is sent in parts no photo is taken beyond that limit either', async () => {
  const [first, second] = [await photo('red'), await photo('navy')];
  const { id } = await reportWords([first, second], newcomer);
  expect((await sender(id, first, newcomer).begin()).statusCode).toBe(200);
  await addPhotos(id, MOST_PHOTOS - 1);
  const { database } = server;
  await database.sql`update maintenance_requests set awaited_photos = ${[first, second].map(sha256)} where id = ${id}`;
  expect((await sender(id, second, newcomer).begin()).statusCode).toBe(429);
  // The one that is counted already arrives.
  expect((await sender(id, first, newcomer).send()).statusCode).toBe(200);
});

test('nobody who is not confirmed has more than four photos on their way, which are deleted after six hours', async () => {
  const photos = await Promise.all(['red', 'navy', 'teal', 'green', 'black'].map((colour) => photo(colour)));
  const { id } = await reportWords(photos, newcomer);
  const statuses: number[] = [];
  for (const each of photos) statuses.push((await sender(id, each, newcomer).begin()).statusCode);
  expect(statuses).toEqual([200, 200, 200, 200, 429]);
  const { database } = server;
  await database.sql`update photo_uploads set changed_at = now() - interval '6 hours 1 minute'`;
  await deleteOldPhotoUploads(database);
  expect((await sender(id, photos[4]!, newcomer).begin()).statusCode).toBe(200);
});

test('photos on their way count towards the limit too, also those of another process', async () => {
  await server.database.sql`
    insert into announced_photos (id, by_newcomer) select gen_random_uuid(), true from generate_series(1, ${MOST_PHOTOS})`;
  expect((await report(newcomer, 1)).statusCode).toBe(429);
  expect((await report(resident, 1)).statusCode).toBe(201);
});

test('all people together whose unit is not confirmed have a limit of reports an hour, and residents do not notice', async () => {
  for (const { token } of [await stranger('one'), await stranger('two')]) {
    expect((await report(token, 0)).statusCode).toBe(201);
    expect((await suggest(token)).statusCode).toBe(201);
  }
  await server.database.sql`
    insert into attempts (subject) select subject from attempts, generate_series(1, ${MOST_REPORTS / 4})
    where subject = 'reports of newcomers'`;
  for (const answer of [await report(newcomer, 0), await suggest(newcomer)]) {
    expect(answer.statusCode).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(59 * 60);
  }
  expect((await report(resident, 0)).statusCode).toBe(201);
  expect((await suggest(resident)).statusCode).toBe(201);
});

test('what somebody sent whom nobody has confirmed is deleted after 30 days, with its photos and what was told of it', async () => {
  const { sql } = server.database;
  const one = await stranger('one');
  await report(one.token, 2);
  await server.call('DELETE', `/maintenance/${await idOf(report(one.token, 1))}`, { as: one.token });
  expect((await suggest(one.token)).statusCode).toBe(201);
  expect((await suggest(one.token)).statusCode).toBe(201);
  await sql`update announcements set status = 'rejected' where id = 2`;
  const told = () => sql`select from notification_events where about is not null`;
  expect(await told()).not.toEqual([]);

  await passDays(29);
  await prune();
  expect(await server.storedPhotos()).toHaveLength(6);
  await passDays(2);
  await prune();
  expect(await server.storedPhotos()).toEqual([]);
  const left = await sql`
    select id::text from photos union all select id::text from announced_photos union all
    select id::text from maintenance_requests union all select id::text from announcements`;
  expect(left).toEqual([]);
  expect(await told()).toEqual([]);
  // What was told of several together has none of their words either.
  const kept = JSON.stringify(await sql`select * from notification_events where kind <> 'claim_to_confirm'`);
  for (const words of ['Leak', 'A bench under the maple', 'Sam']) expect(kept).not.toContain(words);
  const lists = ['/maintenance', '/announcements'].map((path) => server.call('GET', path, { as: manager }));
  expect((await Promise.all(lists)).map((answer) => answer.json<object>())).toEqual([[], []]);
  // They can go on, and management can confirm them.
  expect((await report(one.token, 1)).statusCode).toBe(201);
});

test('nothing is deleted of whom management knows, or of what it dealt with', async () => {
  const { sql } = server.database;
  const [lived, entered, leased, owing] = [
    await stranger('lived'),
    await stranger('entered'),
    await stranger('leased'),
    await stranger('owing'),
  ];
  const [unknown, answered] = [await stranger('unknown'), await stranger('answered')];
  await report(answered.token, 1);
  for (const { token } of [lived, entered, leased, owing, unknown]) {
    await report(token, 1);
    await suggest(token);
  }
  await report(resident, 1);
  await report(manager, 1, { unit_id: '1' });
  // Was given a unit without having claimed one, and has moved out.
  for (const unit of [3, null]) {
    await server.call('PUT', `/users/${lived.id}`, { as: manager, body: { unit } });
  }
  await sql`insert into audit (author, subject, subject_id, action) values (1, 'user', ${entered.id}, 'created')`;
  await sql`insert into leases (unit_id, starts, proration) values (3, '2025-01-01', 'actual_days')`;
  await sql`insert into lease_tenants (lease_id, user_id, position) select id, ${leased.id}, 0 from leases`;
  const [dealtWith] = await sql<{
    id: number;
  }>`select id from maintenance_requests where user_id = ${unknown.id}`;
  await server.call('PUT', `/maintenance/${dealtWith!.id}/completion`, {
    as: manager,
    body: { completed: true },
  });
  await sql`update announcements set status = 'approved' where user_id = ${unknown.id}`;
  const posted = await server.call('POST', '/transactions/charge', {
    as: manager,
    body: { userId: owing.id, amount: 40, description: 'A lost key' },
  });
  expect(posted.statusCode, posted.body).toBe(201);
  const [open] = await sql<{
    id: number;
  }>`select id from maintenance_requests where user_id = ${answered.id}`;
  const answer = await server.call('PUT', `/maintenance/${open!.id}`, {
    as: manager,
    form: reportForm({ information: 'Leak. The plumber comes on Monday.' }),
  });
  expect(answer.statusCode, answer.body).toBe(200);
  // What was told of it goes after a while.
  await sql`delete from notification_events`;
  const counts = () => sql`
    select (select count(*) from maintenance_requests) as requests, (select count(*) from photos) as photos,
      (select count(*) from announcements) as suggestions`;
  expect(await counts()).toEqual([{ requests: 8, photos: 8, suggestions: 5 }]);
  await passDays(400);
  await prune();
  expect(await counts()).toEqual([{ requests: 8, photos: 8, suggestions: 5 }]);
});

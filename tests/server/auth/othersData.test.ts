import { expect } from 'vitest';
import { neighbourhood, PRIVATE } from '../../support/server/callers.ts';
import { NOBODYS } from '../../support/server/ownRecords.ts';
import { bodies } from '../../support/server/goodRequests.ts';
import { server, testWith } from '../../support/server/payingWorld.ts';
import { asked, setRates } from '../../support/server/auth/asked.ts';
import { table } from '../../support/server/auth/whoMay.ts';

const test = testWith({
  METRICS_TOKEN: 'a-token-only-for-tests',
  REGISTRATIONS_PER_ADDRESS: '1000',
});
test.beforeAll(setRates);

const guarded = table.filter(([, nobody]) => nobody === 401).map(([call]) => call);

test('permission is checked before the input is validated', async () => {
  const { me, mine } = await neighbourhood(server);
  for (const [call, nobody, own] of table) {
    if (!bodies[call] || nobody !== 401) continue;
    const nonsense = { nonsense: [] };
    expect((await asked(call, mine, undefined, nonsense)).status, call).toBe(401);
    if (own === 403) expect((await asked(call, mine, me.token, nonsense)).status, call).toBe(403);
  }
});

test('someone with a one-time password can make no call before choosing a new password', async () => {
  const { me, mine } = await neighbourhood(server);
  await server.database.sql`update users set must_change_password = true where id = ${me.id}`;
  const open = ['POST /users/refresh', 'GET /metrics', 'PUT /users/:id/password'];
  for (const call of guarded.filter((each) => !open.includes(each))) {
    const { status, told } = await asked(call, mine, me.token);
    expect(status, call).toBe(403);
    expect(told, call).toContain('"code":"must_change_password"');
  }
  expect((await asked('PUT /users/:id/password', mine, me.token)).status).toBe(200);
});

test('no answer to a resident contains data of another resident', async () => {
  const { me, mine, theirs } = await neighbourhood(server);
  const reads = table.filter(
    ([call, nobody, own]) => call.startsWith('GET') && nobody === 401 && own === 200,
  );
  expect(reads.length).toBeGreaterThan(8);
  for (const [call] of reads) {
    const { told } = await asked(call, mine, me.token);
    expect(told, call).not.toContain(PRIVATE);
    expect(told, call).not.toContain(theirs.username);
    expect(told, call).not.toContain(theirs.photo);
  }
});

test('no answer to a resident, or to a newcomer, tells what is announced for a property that is not theirs', async () => {
  const { me, mine, theirs, manager } = await neighbourhood(server);
  const { sql } = server.database;
  const SECRET = 'only-for-the-other-house';
  const made = await asked('POST /announcements', theirs, manager.token, {
    ...{ announcement: SECRET, announcement_type: 'Urgent', property_ids: [theirs.property] },
  });
  expect(made.status).toBe(201);
  const { id } = JSON.parse(made.told.replace(/,}$/, '}')) as { id: number };
  const told = await sql<{ user_id: number }>`
    select user_id from notifications join notification_events as event on event.id = event_id
    where about = ${`announcement:${id}`}`;
  expect(told.map(({ user_id }) => user_id)).toContain(theirs.user);
  expect(told.map(({ user_id }) => user_id)).not.toContain(me.id);
  const reads = table.filter(([call, nobody]) => call.startsWith('GET') && nobody === 401);
  for (const home of [mine.unit, null]) {
    await sql`update users set unit = ${home} where id = ${me.id}`;
    for (const [call] of reads) {
      const answer = await asked(call, { ...mine, announcement: id }, me.token);
      expect(answer.told, call).not.toContain(SECRET);
    }
  }
  // The same reads tell it to whom it is for.
  await sql`update users set unit = ${theirs.unit} where id = ${me.id}`;
  const reading = await Promise.all(reads.map(async ([call]) => (await asked(call, mine, me.token)).told));
  expect(reading.filter((answer) => answer.includes(SECRET))).toHaveLength(1);
});

const [reads, changes] = [true, false].map((isRead) =>
  table.filter(([call]) => call.startsWith('GET ') === isRead).map(([call]) => call),
) as [string[], string[]];

/** People with phone numbers, about whom management noted something. */
async function notedNeighbours() {
  const neighbours = await neighbourhood(server);
  const { me, mine, theirs } = neighbours;
  const { sql } = server.database;
  await sql`
    insert into notes (user_id, text) select id, 'noted by management' from users where id in (${mine.user}, ${theirs.user})`;
  await sql`insert into notes (unit_id, text) values (${mine.unit}, 'noted by management')`;
  await sql`update users set phone = case when id = ${me.id} then '518-555-0100' else '518-555-0199' end`;
  return neighbours;
}

/** Makes a call as nobody and as a resident, of their own records and of others’, and returns the answer about their own. */
async function expectNothingTold(
  call: string,
  { me, mine, theirs }: Awaited<ReturnType<typeof notedNeighbours>>,
): Promise<string> {
  // Who signs in is asked about themselves.
  const others = call === 'POST /users/login' ? mine : theirs;
  const answers = [
    await asked(call, others),
    await asked(call, others, me.token),
    await asked(call, mine, me.token),
  ] as const;
  for (const { told } of answers) {
    expect(told, call).not.toContain('555-0199');
    expect(told, call).not.toContain('noted by management');
  }
  return answers[2].told;
}

test('no read tells a resident, or somebody who is not signed in, the phone number of anybody else, or what management noted', async () => {
  const neighbours = await notedNeighbours();
  const { mine, manager } = neighbours;
  for (const call of reads) {
    const own = await expectNothingTold(call, neighbours);
    // Their own they are told.
    if (call === 'GET /users/:id') expect(own).toContain('518-555-0100');
  }
  // Management is told.
  expect((await asked('GET /notes', mine, manager.token)).told).toContain('noted by management');
});

// Each changes what the next would be asked of.
test.for(changes)('the answer to %s tells a resident nothing of anybody else', async (call) => {
  await expectNothingTold(call, await notedNeighbours());
});

test('another resident’s photo cannot be put on one’s own request, and is refused like one that does not exist', async () => {
  const { me, mine, theirs } = await neighbourhood(server);
  const keep = (photo: string) =>
    asked('PUT /maintenance/:id', mine, me.token, { information: 'Leak', keep_photos: [photo] });
  expect((await keep(theirs.photo)).status).toBe(400);
  expect((await keep(theirs.photo)).told).toBe((await keep(NOBODYS.photo)).told);
  expect((await keep(mine.photo)).status).toBe(200);
});

test('a resident’s change concerns their own account and unit, whatever ids they send', async () => {
  const { me, mine, theirs } = await neighbourhood(server);
  const ids = { user_id: theirs.user, userId: theirs.user, unit_id: theirs.unit, by_management: true };
  const made = await asked('POST /maintenance', mine, me.token, { information: 'Leak', ...ids });
  expect(JSON.parse(made.told.replace(/,}$/, '}'))).toMatchObject({ user_id: mine.user, unit_id: mine.unit });
  const post = await asked('POST /announcements/submit', mine, me.token, {
    announcement: 'x',
    ...ids,
    status: 'approved',
  });
  expect(JSON.parse(post.told)).toMatchObject({ user_id: mine.user, status: 'pending' });
  for (const change of [
    { isManager: true },
    { unit: theirs.unit },
    { isCurrentUser: false },
    { username: 'manager2' },
  ]) {
    expect((await asked('PUT /users/:id', mine, me.token, change)).status).toBe(403);
  }
});

test('another person’s Idempotency-Key does not give access to their answer', async () => {
  const first = await neighbourhood(server);
  const second = await neighbourhood(server);
  const key = crypto.randomUUID();
  const send = (as: string) =>
    server.call('POST', '/maintenance', {
      as,
      body: { information: 'Leak' },
      headers: { 'idempotency-key': key },
    });
  const theirs = await send(first.me.token);
  const mine = await send(second.me.token);
  expect(mine.headers['idempotency-replayed']).toBeUndefined();
  expect([theirs, mine].map((answer) => answer.json<{ user_id: number }>().user_id)).toEqual([
    first.me.id,
    second.me.id,
  ]);
});

test.each([
  ['POST', '/maintenance', 'You must be logged in to submit a maintenance request.'],
  ['PUT', '/maintenance/1', 'You must be logged in to submit a request.'],
  ['DELETE', '/maintenance/1', 'You must be logged in to delete a request.'],
  ['PUT', '/maintenance/1/completion', 'You must be logged in to submit a request.'],
] as const)('%s %s tells someone who is not signed in to log in', async (method, path, words) => {
  expect((await server.call(method, path)).json()).toMatchObject({ message: words, error: words });
});

test('a call that a resident may not make is refused with 403 and one message', async () => {
  const { me, mine } = await neighbourhood(server);
  const { told } = await asked('GET /users', mine, me.token);
  expect(told).toContain('"code":"forbidden"');
  expect(told).toContain("You don't have permission to do this.");
});

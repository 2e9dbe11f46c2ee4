import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { beforeEach, expect } from 'vitest';
import { server, testWith } from '../../support/server/world.ts';

const test = testWith({ TRUST_PROXY: '1' });
const PHONE = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140.0.0.0 Mobile Safari/537.36';
const [HOME, ELSEWHERE, MOBILE] = ['192.0.2.7', '198.51.100.7', '203.0.113.7'];

beforeEach(async () => {
  const { sql } = server.database;
  await sql`delete from notification_events`;
  await sql`delete from sessions`;
  await sql`delete from known_devices`;
  await sql`delete from seen_devices`;
});

interface From {
  address?: string;
  agent?: string;
  cookies?: Record<string, string>;
  keep?: boolean;
  username?: string;
}

/** Signs in from a device; returns the cookies that it has then. */
async function signIn({
  address = HOME,
  agent = PHONE,
  cookies = {},
  keep = true,
  username = 'resident',
}: From = {}): Promise<Record<string, string>> {
  const answer = await server.call('POST', '/users/login', {
    body: { username, password: 'porchlight', keep_signed_in: keep },
    headers: {
      'user-agent': agent,
      'x-forwarded-for': address,
      cookie: Object.entries(cookies)
        .map(([name, value]) => `${name}=${value}`)
        .join('; '),
    },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  const set = (answer.cookies as { name: string; value: string }[]).map(({ name, value }) => [name, value]);
  return { ...cookies, ...(Object.fromEntries(set) as Record<string, string>) };
}
async function told(): Promise<number> {
  const [row] = await server.database.sql<{ count: number }>`
    select count(*)::int as count from notification_events where kind = 'new_sign_in'`;
  return row!.count;
}
const deviceCookie = ({ porchlight_device }: Record<string, string>) => ({
  porchlight_device: porchlight_device!,
});

test('another phone of the same make elsewhere, without a cookie of this one, is told', async () => {
  await signIn();
  expect(await told()).toBe(0);
  await signIn({ address: ELSEWHERE });
  expect(await told()).toBe(1);
});

test('a device is known by its cookie wherever it signs in, also after it signed out', async () => {
  const phone = deviceCookie(await signIn());
  for (const address of [ELSEWHERE, MOBILE])
    expect(await signIn({ address, cookies: phone })).toMatchObject(phone);
  await signIn({ address: ELSEWHERE, cookies: phone, keep: false });
  expect(await told()).toBe(0);
});

test('a device is known by the session that it still has', async () => {
  const { porchlight_session } = await signIn();
  await signIn({ address: ELSEWHERE, cookies: { porchlight_session: porchlight_session! } });
  expect(await told()).toBe(0);
});

test('a device that keeps no cookie is not told of at each sign-in in its network, and another make there is', async () => {
  expect(await signIn({ keep: false })).toEqual({});
  await signIn({ keep: false, address: '192.0.2.200' });
  expect(await told()).toBe(0);
  await signIn({ keep: false, agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' });
  expect(await told()).toBe(1);
});

test('one device of two people is new to each, and a cookie that was made up is known to nobody', async () => {
  await signIn({ username: 'neighbour', address: ELSEWHERE });
  const tablet = deviceCookie(await signIn());
  expect(deviceCookie(await signIn({ username: 'neighbour', cookies: tablet }))).toEqual(tablet);
  expect(await told()).toBe(1);
  await signIn({ username: 'neighbour', cookies: tablet, address: MOBILE });
  expect(await told()).toBe(1);
  await signIn({ address: MOBILE, cookies: { porchlight_device: 'm'.repeat(43) } });
  expect(await told()).toBe(2);
});

test('no two people have the same mark, so that nobody reads from them who shares a device or a network', async () => {
  const tablet = deviceCookie(await signIn());
  await signIn({ username: 'neighbour', cookies: tablet });
  const { sql } = server.database;
  expect(
    await sql`select count(*)::int as marks, count(distinct mark)::int as different from known_devices`,
  ).toEqual([{ marks: 4, different: 4 }]);
});

test('a device that the version before knew is known, by its cookie and by its network, and its old mark goes', async () => {
  const { sql } = server.database;
  const markBefore = (text: string) => createHash('sha256').update(text).digest('hex');
  const tablet = { porchlight_device: 'm'.repeat(43) };
  const before = [`cookie\n${tablet.porchlight_device}`, 'network\nChrome on Android 192.0.2.0/24'].map(
    markBefore,
  );
  await sql`insert into known_devices (user_id, mark) select 2, unnest(${before}::text[])`;
  await signIn({ keep: false });
  await signIn({ address: ELSEWHERE, cookies: tablet });
  await signIn({ address: MOBILE, cookies: tablet });
  await signIn({ keep: false });
  expect(await told()).toBe(0);
  expect(await sql`select mark from known_devices where mark = any(${before}::text[])`).toEqual([]);
  await signIn({ address: '192.0.3.7' });
  expect(await told()).toBe(1);
});

test('who signed in before devices were known by cookies is told of the first sign-in after', async () => {
  await server.database.sql`insert into seen_devices (user_id, device) values (2, 'Chrome on Android')`;
  const phone = deviceCookie(await signIn());
  expect(await told()).toBe(1);
  await signIn({ cookies: phone });
  expect(await told()).toBe(1);
});

test('every call that signs somebody in notes the device', () => {
  const folder = new URL('../../../server/', import.meta.url);
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => ({ name, source: readFileSync(new URL(name, folder), 'utf8') }));
  const opening = sources.filter(({ source }) => source.includes('await openSession('));
  expect(opening.map(({ name }) => name).toSorted()).toEqual([
    'resources/community/setup.ts',
    'resources/users/acceptInvitation.ts',
    'resources/users/registration.ts',
    'resources/users/signIn.ts',
  ]);
  for (const { name, source } of opening) expect(source, name).toMatch(/await noteDevice\(app/);
});

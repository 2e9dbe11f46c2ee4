import { expect } from 'vitest';
import type { Failure } from '../../../contract/http/failure.ts';
import type { Route } from '../../../contract/http/route.ts';
import { routes } from '../../../contract/routes.ts';
import { arrangements } from '../../support/server/arrange.ts';
import { neighbourhood, type Neighbourhood } from '../../support/server/callers.ts';
import type { Records } from '../../support/server/ownRecords.ts';
import { bodies, pathOf } from '../../support/server/goodRequests.ts';
import { server, testWith } from '../../support/server/payingWorld.ts';

const test = testWith({
  REGISTRATIONS_PER_ADDRESS: '1000',
  PUBLIC_URL: 'https://homes.example.com',
  // Nobody answers there: that mail is sent at all is enough.
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'office@homes.example.com',
});

interface Request {
  path: string;
  body?: object | undefined;
  form?: (() => FormData) | undefined;
}

const called = (route: Route) => `${route.method} ${route.path}`;
/** A manager’s registration of somebody has a key too. */
const changes = Object.values<Route>(routes).filter(
  (route) => route.method !== 'GET' && (route.who !== 'anyone' || route === routes.register),
);
const keyed = changes.filter(({ unkeyed }) => !unkeyed).map((route) => [called(route), route] as const);
const unkeyed = changes.filter((route) => route.unkeyed).map((route) => [called(route), route] as const);

const asManager = ({ who }: Route) => who !== 'signed-in';
const sheetOf = (unit: string) => () => {
  const form = new FormData();
  form.append('files', new Blob([`Property,Address,Unit\r\nOak Hall,9 Oak Street,${unit}\r\n`]), 'units.csv');
  return form;
};

/** Two requests of a route that both are valid, the second undefined where there can be no other. */
function requestsOf(route: Route, mine: Records, theirs: Records): [Request, Request | undefined] {
  const path = pathOf(route.path, mine);
  if (route.multipart?.sheets)
    return [
      { path, form: sheetOf('1A') },
      { path, form: sheetOf('1B') },
    ];
  const body = bodies[called(route)]?.(mine);
  const other = route.body && body && otherBody(body, (given) => route.body!.safeParse(given).success);
  if (other)
    return [
      { path, body },
      { path, body: other },
    ];
  return [
    { path, body },
    route.params ? { path: pathOf(route.path, theirs, '2026-04-01'), body } : undefined,
  ];
}

/** The body with one of its texts, numbers or choices changed so that it is valid still. */
function otherBody(value: unknown, isValid: (given: unknown) => boolean): unknown {
  if (typeof value === 'number') return [value + 1, value + 0.01].find(isValid);
  if (typeof value === 'boolean') return [!value].find(isValid);
  if (typeof value === 'string') return [`${value}x`, `x${value}`, '2031-01-01', 'rejected'].find(isValid);
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, part] of Object.entries(value)) {
    // Of a registration, what is asked again is known without its password, which is not stored.
    if (name === 'password') continue;
    const put = (given: unknown) =>
      Array.isArray(value)
        ? value.map((each: unknown, index) => (String(index) === name ? given : each))
        : { ...value, [name]: given };
    const changed = otherBody(part, (given) => isValid(put(given)));
    if (changed !== undefined) return put(changed);
  }
  return undefined;
}

function send(route: Route, { path, body, form }: Request, { me, manager }: Neighbourhood, key: string) {
  return server.call(route.method, path, {
    as: (asManager(route) ? manager : me).token,
    headers: { 'idempotency-key': key },
    ...(form ? { form: form() } : {}),
    ...(body ? { body } : {}),
  });
}

test('every change of someone signed in keeps its key, but those that say why not', () => {
  expect(unkeyed.map(([call]) => call)).toEqual([
    'POST /invitations',
    'PUT /users/:id/password',
    'POST /users/:id/password-reset',
    'POST /second-factor',
    'POST /second-factor/confirmation',
    'POST /second-factor/recovery-codes',
    'POST /second-factor/removal',
    'POST /stripe_payments/create-payment',
    'PUT /maintenance/:id/photos/:sha256',
    'POST /maintenance/:id/photos/:sha256/parts',
    'PUT /maintenance/:id/photos/:sha256/attachment',
    'PUT /maintenance/:id/seen',
    'PUT /records/:kind/:id/photos/:sha256',
    'POST /records/:kind/:id/photos/:sha256/parts',
    'PUT /records/:kind/:id/photos/:sha256/attachment',
    'POST /imports/preview',
  ]);
});

test.each(keyed)(
  '%s sent again with its key is answered the same and done once, and with another input refused with 422',
  async (call, route) => {
    const people = await neighbourhood(server);
    const mine = { ...people.mine, ...(await arrangements[call]?.(server, people)) };
    const [request, other] = requestsOf(route, mine, people.theirs);
    const key = crypto.randomUUID();
    const first = await send(route, request, people, key);
    expect([call, first.statusCode, first.body]).toEqual([call, route.status ?? 200, first.body]);
    expect(first.headers['idempotency-replayed']).toBeUndefined();
    const rows = await counts();
    const again = await send(route, request, people, key);
    expect([again.statusCode, again.body]).toEqual([first.statusCode, first.body]);
    expect(again.headers['idempotency-replayed']).toBe('true');
    if (other) {
      const refused = await send(route, other, people, key);
      expect([refused.statusCode, refused.json<Failure>().code]).toEqual([422, 'key_reused']);
    }
    expect(await counts()).toEqual(rows);
  },
);

test.each(unkeyed)('%s stores nothing under its key', async (_, route) => {
  const people = await neighbourhood(server);
  const key = crypto.randomUUID();
  const stored = (await counts()).idempotency_keys;
  await send(route, requestsOf(route, people.mine, people.theirs)[0], people, key);
  expect((await counts()).idempotency_keys).toBe(stored);
});

test('a payment of the balance is asked for again, with whatever key, and is the same open one', async () => {
  const people = await neighbourhood(server);
  const key = crypto.randomUUID();
  const request = { path: '/stripe_payments/create-payment' };
  const ask = async (by: string) =>
    (await send(routes.createPayment, request, people, by)).json<{ clientSecret: string; amount: number }>();
  const first = await ask(key);
  expect(await ask(key)).toEqual(first);
  expect(await ask(crypto.randomUUID())).toEqual(first);
  await server.charge(people.mine.username, 10);
  expect(await ask(key)).toEqual({ ...first, amount: first.amount + 10 });
});

/** How many rows each table has that a change adds to. */
async function counts(): Promise<Record<string, number>> {
  const { sql } = server.database;
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
      -- Of requests, not of changes.
      and table_name not in ('sessions', 'attempts', 'jobs')`;
  const found: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await sql<{ count: number }>`
      select (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %I', ${name}::text), false, true, '')))[1]::text::int
        as count`;
    found[name] = row!.count;
  }
  return found;
}

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { InjectOptions } from 'fastify';
import { expect, onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import { API_PREFIX, type Route } from '../../../contract/http/route.ts';
import { routes } from '../../../contract/routes.ts';
import { SHARE_PATH } from '../../../contract/photos/sharing.ts';
import { OPEN_BODY_LIMIT } from '../../../server/http/registerRoute.ts';
import { testServer } from '../../support/server/server.ts';
import { manager, resident, server, test } from '../../support/server/world.ts';

const all = Object.values<Route>(routes);
const reads = all.filter(({ method }) => method === 'GET');
const named = (rows: Route[]) => rows.map((route) => [`${route.method} ${route.path}`, route] as const);

/** The security headers of every answer with data. */
const OF_DATA = {
  'content-security-policy': "default-src 'none';base-uri 'none';frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
};

/** A manager who stays signed in. */
let kept: string;
test.beforeAll(async () => {
  const body = { username: 'manager', password: 'porchlight', keep_signed_in: true };
  kept = (await server.call('POST', '/users/login', { body })).json<{ token: string }>().token;
});

/** Asks about the first record of its kind; a change is sent without its input. */
async function ask(route: Route, token?: string, options: InjectOptions = {}) {
  return server.app.inject({
    method: route.method,
    url: API_PREFIX + route.path.replace(/:\w+/g, '1'),
    ...(route.method === 'GET' ? {} : { payload: {} }),
    ...options,
    headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...options.headers },
  });
}

/** Also who has no account. Of changes nobody else: without their input they are refused to all. */
const callers = ({ method }: Route) =>
  method === 'GET' ? [undefined, resident, manager, kept] : [undefined];

test.each(named(all))(
  'no answer of %s is stored by a browser or a proxy, and each has the security headers of data, whoever asks',
  async (_, route) => {
    for (const caller of callers(route)) {
      const { headers, statusCode } = await ask(route, caller);
      expect(headers['cache-control'], `${statusCode}`).toMatch(/^no-store(, no-transform)?$/);
      expect(headers, `${statusCode}`).toMatchObject(OF_DATA);
    }
  },
);

/** Without what differs from one moment to the next. */
const lasting = ({ date: _, 'changes-cursor': __, ...headers }: Record<string, unknown>) => headers;
// Metrics count the question itself.
const steady = reads.filter(({ path: each }) => each !== routes.metrics.path);

test.each(named(steady))('HEAD of %s is answered as GET is, without a body', async (_, route) => {
  // A stream of changes does not end.
  const endless = route.produces === 'text/event-stream';
  for (const caller of endless ? [undefined] : callers(route)) {
    const options = { headers: { 'accept-encoding': 'gzip' } };
    const got = await ask(route, caller, options);
    const head = await ask(route, caller, { ...options, method: 'HEAD' });
    expect(head.body).toBe('');
    expect(head.statusCode).toBe(got.statusCode);
    expect(lasting(head.headers)).toEqual({
      ...lasting(got.headers),
      // Failures have an id of the request.
      'content-length': head.headers['content-length'],
    });
  }
});

/** The server of a built app: a page of its own, one that the build drew, and a script. */
async function withPages() {
  const pagesRoot = await mkdtemp(path.join(tmpdir(), 'porchlight-pages-'));
  await mkdir(path.join(pagesRoot, 'drawn'));
  await mkdir(path.join(pagesRoot, 'assets'));
  await writeFile(path.join(pagesRoot, 'index.html'), '<!doctype html><title>Porchlight</title>');
  await writeFile(path.join(pagesRoot, 'manifest.webmanifest'), '{"name":"Porchlight"}');
  await writeFile(path.join(pagesRoot, 'drawn', 'home.html'), '<!doctype html><title>Home</title>');
  await writeFile(path.join(pagesRoot, 'drawn', 'login.html'), '<!doctype html><title>Sign in</title>');
  await writeFile(path.join(pagesRoot, 'assets', 'app-1.js'), 'console.info("Porchlight");');
  const { app, close } = await testServer({}, { pagesRoot });
  onTestFinished(async () => {
    await close();
    await rm(pagesRoot, { recursive: true });
  });
  return app;
}

test('HEAD of every page is answered as GET is, also of one behind the sign-in and of one that is not there', async () => {
  const app = await withPages();
  const urls = [
    '/',
    '/login',
    '/index.html',
    '/assets/app-1.js',
    '/manifest.webmanifest',
    '/ledger',
    '/maintenance/12?tab=photos',
    '/no/such/page',
    '/assets/gone-2.js',
    '/api',
    '/api/nowhere',
    '/api/docs',
    '/api/docs/static/swagger-ui.css',
    SHARE_PATH,
  ];
  for (const url of urls) {
    const got = await app.inject(url);
    const head = await app.inject({ method: 'HEAD', url });
    expect([url, head.statusCode]).toEqual([url, got.statusCode]);
    expect([url, lasting(head.headers)]).toEqual([url, lasting(got.headers)]);
  }
});

const open = all.filter(({ who, method }) => who === 'anyone' && method !== 'GET');

/** The longest body of a call that anyone may make, in bytes. The card provider's events are longer than what people enter. */
const longestOf = ({ path: each }: Route) =>
  each === routes.stripeWebhook.path ? 256 * 1024 : OPEN_BODY_LIMIT;

test.each(
  open.flatMap((route) =>
    ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=b', 'a/b'].map(
      (type) => [`${route.method} ${route.path}`, type, route] as const,
    ),
  ),
)('%s, which anyone may call, takes no longer body of %s than it needs', async (_, type, route) => {
  const body = Buffer.alloc(longestOf(route) + 1, 'x');
  // Without its length it is counted as it arrives.
  for (const payload of [body, Readable.from([body])]) {
    const { statusCode } = await ask(route, undefined, { payload, headers: { 'content-type': type } });
    expect([413, 415]).toContain(statusCode);
  }
});

/** What a body's JSON schema says of the lengths of its fields. */
interface Shape {
  properties: Record<string, { maxLength?: number }>;
}

test.each(named(open.filter(({ body }) => body)))(
  '%s, which anyone may call, takes the longest input that the contract allows',
  async (_, route) => {
    const { properties } = z.toJSONSchema(route.body!, { io: 'input', unrepresentable: 'any' }) as Shape;
    // Programs may write each character as \\u0041, which is six bytes.
    const longest = Object.values(properties).reduce((sum, field) => sum + 6 * (field.maxLength ?? 100), 0);
    const spaces = ' '.repeat(longest);
    const answer = await ask(route, undefined, {
      payload: `{${spaces}}`,
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.statusCode).not.toBe(413);
  },
);

import { expect } from 'vitest';
import * as z from 'zod/mini';
import type { Route } from '../../../contract/http/route.ts';
import { routes } from '../../../contract/routes.ts';
import { neighbourhood } from '../../support/server/callers.ts';
import { bodies, pathOf } from '../../support/server/goodRequests.ts';
import { expectHarmless } from '../../support/server/hostile.ts';
import { server, testWith } from '../../support/server/payingWorld.ts';

const test = testWith({ REGISTRATIONS_PER_ADDRESS: '1000' });

const DAYS = [
  '2028-02-29',
  '2030-02-29',
  '2100-02-29',
  '0000-01-01',
  '0000-02-29',
  '0001-01-01',
  '0099-12-01',
  '1999-12-31',
  '2100-01-01',
  '9999-12-31',
  '10000-01-01',
  '-000001-01-01',
  '+275760-09-13',
  '2030-00-10',
  '2030-13-01',
  '2030-01-32',
  '2030-1-1',
  '٢٠٣٠-٠١-٠١',
  'infinity',
  'epoch',
  'now',
];
const OFFSETS = [
  'Z',
  'z',
  '',
  '+00:00',
  '-00:00',
  '+14:00',
  '-12:00',
  '+15:59',
  '-15:59',
  '+16:00',
  '-16:00',
];
const ODD_OFFSETS = ['+20:30', '-23:59', '+23:59', '+24:00', '+99:99', '+1', '+0530', '+05:30:30', ' UTC'];
const TIMES = [
  '24:00:00',
  '23:59:60',
  '23:59',
  '00:00:00.1',
  `00:00:00.${'1'.repeat(300)}`,
  '00:00:00,5',
  '99:99:99',
];
const MOMENTS = [
  ...DAYS.map((day) => `${day}T12:00:00Z`),
  ...['0000-01-01T00:00:00+15:59', '0001-01-01T00:00:00+15:59', '0001-01-01T00:00:00+23:59'],
  ...['9999-12-31T23:59:59.999-15:59', '9999-12-31T23:59:59.999-23:59', '1999-12-31T23:00:00-23:59'],
  ...[...OFFSETS, ...ODD_OFFSETS].map((offset) => `2030-06-01T00:00:00${offset}`),
  ...TIMES.map((time) => `2030-06-01T${time}Z`),
];

interface Shape {
  format?: string;
  anyOf?: Shape[];
  items?: Shape;
  properties?: Record<string, Shape>;
}
interface DateField {
  path: string[];
  values: readonly string[];
}

/** The fields of a schema that contain a day or a moment, by their paths; the first item of a list stands for all. */
function dateFields(shape: Shape, path: string[] = []): DateField[] {
  if (shape.format === 'date') return [{ path, values: DAYS }];
  if (shape.format === 'date-time') return [{ path, values: MOMENTS }];
  return [
    ...(shape.anyOf ?? []).flatMap((each) => dateFields(each, path)),
    ...(shape.items ? dateFields(shape.items, [...path, '0']) : []),
    ...Object.entries(shape.properties ?? {}).flatMap(([name, each]) => dateFields(each, [...path, name])),
  ];
}

function fieldsOf(schema: z.ZodMiniType | undefined): DateField[] {
  if (!schema) return [];
  return dateFields(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape);
}

/** A copy of the value in which the field at the path is this one. */
function withField(value: unknown, [name, ...rest]: string[], given: unknown): unknown {
  if (name === undefined) return given;
  const next = withField((value as Record<string, unknown> | undefined)?.[name], rest, given);
  if (Array.isArray(value))
    return value.map((each: unknown, index) => (String(index) === name ? next : each));
  return { ...(value as object), [name]: next };
}

const dated = Object.values<Route>(routes).flatMap((route) => {
  const { body, query, params } = route;
  const places = { body: fieldsOf(body), query: fieldsOf(query), params: fieldsOf(params) };
  const count = Object.values(places).flat().length;
  return count > 0 ? [{ call: `${route.method} ${route.path}`, route, places }] : [];
});

test('the dates of every call are found', () => {
  const found = dated.flatMap(({ call, places }) =>
    Object.values(places).flatMap((fields) => fields.map(({ path }) => `${call} ${path.join('.')}`)),
  );
  expect(found).toEqual(
    expect.arrayContaining([
      'POST /announcements publish_at',
      'PUT /maintenance/:id updated_at',
      'POST /leases charges.0.from_month',
      'POST /utilities 0.due_date',
      'GET /books/balances/:day day',
      'GET /books/journal from',
      'GET /books/postings from',
    ]),
  );
});

test.each(dated)('$call takes or refuses any date, and never fails', async ({ call, route, places }) => {
  const { manager, mine } = await neighbourhood(server);
  const path = pathOf(route.path, mine);
  const ask = async (given: { path: string; body?: unknown }) => {
    const answer = await server.app.inject({
      method: route.method,
      url: `/api${given.path}`,
      headers: { authorization: `Bearer ${manager.token}` },
      ...(given.body === undefined ? {} : { payload: given.body as object }),
    });
    expectHarmless(answer, { call, ...given });
    expect(answer.statusCode, `${call} ${JSON.stringify(given)}`).toBeLessThan(500);
  };
  const good = bodies[call]?.(mine) ?? {};
  for (const { path: field, values } of places.body) {
    for (const value of values) await ask({ path, body: withField(good, field, value) });
  }
  for (const {
    path: [name = ''],
    values,
  } of places.query) {
    for (const value of values) {
      const days = places.query.map(({ path: [other = ''] }) => [
        other,
        other === name ? value : '2026-05-01',
      ]);
      await ask({ path: `${path}?${new URLSearchParams(days).toString()}`, body: bodies[call]?.(mine) });
    }
  }
  for (const {
    path: [name = ''],
    values,
  } of places.params) {
    for (const value of values) {
      const asked = pathOf(route.path.replace(`:${name}`, encodeURIComponent(value)), mine);
      await ask({ path: asked, body: bodies[call]?.(mine) });
    }
  }
});

test.each(MOMENTS)(
  'a report that was written at “%s” is taken or refused, and never fails',
  async (captured) => {
    const { me } = await neighbourhood(server);
    // A header contains no other characters.
    if (/[^ -~]/.test(captured)) return;
    for (const [path, body] of [
      ['/maintenance', { information: 'Leak' }],
      ['/announcements/submit', { announcement: 'A bench' }],
    ] as const) {
      const answer = await server.call('POST', path, {
        as: me.token,
        body,
        headers: { 'captured-at': captured },
      });
      expectHarmless(answer, { captured });
      expect([201, 400]).toContain(answer.statusCode);
    }
  },
);

test.each(['/maintenance', '/announcements', '/transactions/my-history'])(
  'a page of %s begins at any moment, or the marker is refused, and it never fails',
  async (path) => {
    const { manager } = await neighbourhood(server);
    for (const moment of MOMENTS) {
      for (const place of [[moment, '1'], [moment], ['1', moment], [moment, moment, '1']]) {
        const after = Buffer.from(JSON.stringify(place)).toString('base64url');
        const answer = await server.call('GET', `${path}?limit=5&after=${after}`, { as: manager.token });
        expectHarmless(answer, { path, place });
        expect([200, 400]).toContain(answer.statusCode);
      }
    }
  },
);

test.each([
  ['2030-06-01T00:00:00+14:00', '2030-05-31T10:00:00.000Z'],
  ['2030-06-01T00:00:00-12:00', '2030-06-01T12:00:00.000Z'],
  ['2030-06-01T00:00:00+15:59', '2030-05-31T08:01:00.000Z'],
  ['2028-02-29T23:59:59.999-05:00', '2028-03-01T04:59:59.999Z'],
  ['2030-06-01T00:00:00.123456789Z', '2030-06-01T00:00:00.123Z'],
])('an announcement for “%s” is published at %s', async (publish_at, stored) => {
  const { manager } = await neighbourhood(server);
  const body = { announcement: 'A bench', announcement_type: 'General', publish_at };
  const answer = await server.call('POST', '/announcements', { as: manager.token, body });
  expect([answer.statusCode, answer.json<{ publish_at: string }>().publish_at]).toEqual([201, stored]);
});

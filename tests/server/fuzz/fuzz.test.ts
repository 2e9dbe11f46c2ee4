import fc from 'fast-check';
import { expect } from 'vitest';
import type { Route } from '../../../contract/http/route.ts';
import { routes } from '../../../contract/routes.ts';
import { neighbourhood, type Neighbourhood } from '../../support/server/callers.ts';
import { idIn } from '../../support/server/ownRecords.ts';
import {
  encoded,
  expectHarmless,
  hostileId,
  hostileJson,
  hostileRecord,
  hostileText,
  tries,
} from '../../support/server/hostile.ts';
import { server, testWith } from '../../support/server/payingWorld.ts';
import { UNLIMITED } from '../../support/server/server.ts';
import { goodValues } from '../../support/server/fuzz/goodValues.ts';
import { hostileHeaders } from '../../support/server/fuzz/hostileHeaders.ts';

const test = testWith({ ...UNLIMITED, REGISTRATIONS_PER_ADDRESS: '100000' });
let people: Neighbourhood;
test.beforeAll(async () => {
  people = await neighbourhood(server);
});

type Shape = Record<string, unknown>;

/** A body of the route's own fields, or of its list's; where it takes none, one of any. */
function bodyOf(route: Route): fc.Arbitrary<unknown> {
  const schema = route.body as unknown as { shape?: Shape; def: { element?: { shape: Shape } } } | undefined;
  const element = schema?.def.element;
  const names = Object.keys(schema?.shape ?? element?.shape ?? { information: 1 });
  const values = goodValues(people.mine) as Shape;
  const missing = names.filter((name) => !(name in values));
  if (missing.length > 0) throw new Error(`Please give ${missing.join(', ')} a good value.`);
  const record = hostileRecord(Object.fromEntries(names.map((name) => [name, values[name]])));
  return element ? fc.oneof(record, fc.array(record, { maxLength: 3 })) : record;
}

const all = Object.entries<Route>(routes);

test.each(all)('%s answers any input as the contract says and reveals nothing internal', async (_, route) => {
  // One of these calls signs people out.
  people = await neighbourhood(server);
  const asked = fc.record({
    as: fc.constantFrom('manager', 'manager', 'me', 'nobody'),
    id: fc.oneof({ weight: 3, arbitrary: fc.constant(String(idIn(route.path, people.mine))) }, hostileId),
    query: fc.dictionary(
      fc.oneof(
        fc.constantFrom('completed', 'subject', 'id', 'expires', 'signature', 'from'),
        hostileText.map(encoded),
      ),
      fc.oneof(fc.constantFrom('user', 'true', '1'), hostileText.map(encoded)),
      { maxKeys: 3 },
    ),
    body: bodyOf(route),
  });
  await fc.assert(
    fc.asyncProperty(asked, async ({ as, id, query, body }) => {
      const search = Object.entries(query).map(([name, value]) => `${name}=${value}`);
      const path = `${route.path.replace(':id', id).replace(':kind', 'event').replace(':sha256', 'd'.repeat(64))}${search.length > 0 ? `?${search.join('&')}` : ''}`;
      const answer = await server.app.inject({
        method: route.method,
        url: `/api${path}`,
        headers: as === 'nobody' ? {} : { authorization: `Bearer ${people[as as 'me'].token}` },
        ...(route.method === 'GET' ? {} : { payload: body as object }),
      });
      expectHarmless(answer, { path, as, body });
    }),
    tries(route.body ? 60 : 15),
  );
});

test('hostile headers do no harm', async () => {
  people = await neighbourhood(server);
  const asked = fc.record({
    route: fc.constantFrom(...all.map(([, route]) => route).filter((route) => route !== routes.logout)),
    as: fc.constantFrom('me', 'manager'),
    headers: hostileHeaders,
  });
  await fc.assert(
    fc.asyncProperty(asked, async ({ route, as, headers }) => {
      const answer = await server.app.inject({
        method: route.method,
        url: `/api${route.path.replace(':id', '1')}`,
        headers: { authorization: `Bearer ${people[as as 'me'].token}`, ...headers },
        ...(route.method === 'GET' ? {} : { payload: '{}' }),
      });
      expectHarmless(answer, { route: route.path, headers });
    }),
    tries(500),
  );
});

test('malformed or hostile JSON is refused with a message', async () => {
  people = await neighbourhood(server);
  const takers = all.filter(([, { body }]) => body).map(([, route]) => route);
  const asked = fc.record({ route: fc.constantFrom(...takers), json: hostileJson });
  await fc.assert(
    fc.asyncProperty(asked, async ({ route, json }) => {
      const answer = await server.app.inject({
        method: route.method,
        url: `/api${route.path.replace(':id', '1')}`,
        headers: { authorization: `Bearer ${people.manager.token}`, 'content-type': 'application/json' },
        payload: json,
      });
      expectHarmless(answer, { route: route.path, json });
    }),
    tries(200),
  );
  expect(({} as { is_manager?: boolean }).is_manager).toBeUndefined();
});

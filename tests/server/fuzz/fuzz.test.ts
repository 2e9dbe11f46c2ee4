import fc from 'fast-check';
import { expect } from 'vitest';
import type { Route } from '../../../contract/http/route.ts';
import { routes } from '../../../contract/routes.ts';
import { idIn, neighbourhood, type Neighbourhood } from '../../support/server/callers.ts';
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
import { hostileHeaders } from '../../support/server/fuzz/hostileHeaders.ts';

const test = testWith({ ...UNLIMITED, REGISTRATIONS_PER_ADDRESS: '100000' });
let people: Neighbourhood;
test.beforeAll(async () => {
  people = await neighbourhood(server);
});

/** A value for each field of any body, with which its route would do something. */
const good = () => ({
  id: people.mine.user,
  user_id: people.mine.user,
  userId: people.mine.user,
  unit: people.mine.unit,
  unit_id: people.mine.unit,
  unitId: people.mine.unit,
  property_id: people.mine.property,
  property_ids: [people.mine.property],
  propertyId: people.mine.property,
  unit_number: '12',
  unitNumber: '12',
  unit_claim: null,
  phone: '555-123-4567',
  until: '2030-01-01',
  taken: true,
  over: 1,
  username: `ida${people.mine.user}`,
  password: 'a lamp at dusk',
  current_password: 'porchlight',
  new_password: 'a lamp at dusk',
  keep_signed_in: true,
  code: '123456',
  must_change_password: true,
  firstName: 'Ida',
  lastName: 'Brandt',
  email: `ida${people.mine.user}@example.com`,
  isManager: false,
  isCurrentUser: true,
  announcement: 'A bench',
  announcement_type: 'General',
  publish_at: null,
  date: '2026-11-21',
  status: 'approved',
  amount: 5,
  type: undefined,
  description: 'Lost key',
  reason: 'Found it',
  information: 'Leak',
  category: 'Plumbing',
  room: 'Kitchen',
  urgency: 'Soon',
  may_enter: true,
  entry_hours: 'Weekdays',
  pets: 'A dog',
  emergency_number: '555-123-4567',
  keep_photos: [people.mine.photo],
  following_photos: ['d'.repeat(64)],
  dropped_photos: ['e'.repeat(64)],
  filename: 'sink.jpg',
  bytes: 1000,
  updated_at: undefined,
  completed: true,
  rentAmount: 1200,
  rent_amount: 1200,
  notes: 'Corner',
  tenants: null,
  propertyName: 'Elm Row',
  property_name: 'Elm Row',
  address: '2 Elm',
  phoneNumber: '5550100001',
  phone_number: '5550100001',
  totalUnits: 3,
  timeZone: 'America/Chicago',
  time_zone: 'America/Chicago',
  total_units: 3,
  rate_water: 0.01,
  rate_electric: 0.1,
  rate_gas: 1,
  shown: undefined,
  water_usage: 100,
  electric_usage: 0,
  gas_usage: 0,
  water_cost: 1,
  electric_cost: 0,
  gas_cost: 0,
  due_date: '2026-12-31',
  confirm_duplicates: true,
  received_on: '2026-05-03',
  returned_on: new Date().toISOString().slice(0, 10),
  effective_on: '2026-05-03',
  charge: 1,
  starts: '2030-01-15',
  ends: '2030-12-31',
  proration: 'actual_days',
  paused: false,
  tenant_ids: [2],
  charges: [{ kind: 'rent', amount: 1200, due_day: 1, from_month: '2030-01-01' }],
  kind: 'pet',
  due_day: 1,
  from_month: '2030-02-01',
  payment_policy: 'any_amount',
  from_day: '2030-01-01',
  grace_days: 5,
  percent: 5,
  cap: 75,
  daily_amount: 5,
  daily_cap: 50,
  fee: 25,
  reference: '1041',
  receipt_number: 'RB-1-01',
  signature: [[10, 20, 30, 40]],
  ask_if_repeated: true,
  for_home: false,
  shares: { in: 'percent', of: [100] },
  guarantors: ['Pat Hale'],
  occupants: ['Mia Hale'],
  unit_ids: [1, 2],
  charge_day: 31,
  max_amount: 2000,
  consent_version: 1,
  resume: true,
  name: 'Elm Row',
  logo: null,
  token: 'm'.repeat(43),
  communityName: 'Elm Row',
  unit_is_right: true,
  user_ids: [people.mine.user],
  by_email: false,
  text: 'Has a dog',
  words: '{amount} since {since}',
  keep_words: true,
  again: true,
  sheets: [null],
  date_order: 'month_first',
  balances_on: '2026-05-01',
  answers: { 'order of dates': 'month_first' },
  left_out: [{ sheet: 0, line: 2 }],
  cells: [{ sheet: 0, line: 2, column: 'Email', text: 'ann@example.com' }],
  up_to: 1,
  hidden: true,
  kinds: [{ kind: 'charge_posted', email: false }],
  endpoint: 'https://push.example.com/send/1',
  keys: { p256dh: 'B'.repeat(87), auth: 'B'.repeat(22) },
});

type Shape = Record<string, unknown>;

/** A body of the route's own fields, or of its list's; where it takes none, one of any. */
function bodyOf(route: Route): fc.Arbitrary<unknown> {
  const schema = route.body as unknown as { shape?: Shape; def: { element?: { shape: Shape } } } | undefined;
  const element = schema?.def.element;
  const names = Object.keys(schema?.shape ?? element?.shape ?? { information: 1 });
  const values = good() as Shape;
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
      const path = `${route.path.replace(':id', id).replace(':sha256', 'd'.repeat(64))}${search.length > 0 ? `?${search.join('&')}` : ''}`;
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

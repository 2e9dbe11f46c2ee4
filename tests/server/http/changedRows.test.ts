import { expect, onTestFinished } from 'vitest';
import { applyChangedRows } from '../../../contract/changes/applyChangedRows.ts';
import { changedRowsOf } from '../../../contract/changes/changedRows.ts';
import { addMonths, monthOf } from '../../../contract/values/calendar.ts';
import { PRORATIONS } from '../../../contract/leases/leaseSchedule.ts';
import type { Route } from '../../../contract/http/route.ts';
import { routes } from '../../../contract/routes.ts';
import { seededRandom } from '../../../server/demo/seededRandom.ts';
import { postLateFees } from '../../../server/resources/leases/postLateFees.ts';
import { postLeaseCharges } from '../../../server/resources/leases/postLeaseCharges.ts';
import { askChanges } from '../../support/server/listFeed.ts';
import { reportForm, testServer, UNLIMITED, type TestServer } from '../../support/server/server.ts';
import { manager, resident, server, testWith } from '../../support/server/world.ts';

const test = testWith(UNLIMITED);

type Row = Record<string, unknown>;

/** A list on a phone; its key is its call with its input. */
interface HeldList {
  key: string;
  route: Route;
  path: string;
}

const list = (key: keyof typeof routes, path?: string, input = ''): HeldList => ({
  key: key + input,
  route: routes[key],
  path: path ?? routes[key].path,
});

const MANAGERS = [
  list('listUsers'),
  list('listUnits'),
  list('listLastReadings'),
  list('listLeases'),
  list('listProperties'),
  list('listBalances'),
  list('listAnnouncements'),
  list('listMaintenance'),
  list('listMaintenance', '/maintenance?completed=false', '&completed=false'),
  list('listUserTransactions', '/transactions/user-history/2', '&id=2'),
  list('listUserTransactions', '/transactions/user-history/3', '&id=3'),
];
const RESIDENTS = [
  list('listMyTransactions'),
  list('listProperties'),
  list('listAnnouncements'),
  list('listMaintenance'),
  list('listMaintenance', '/maintenance?completed=true', '&completed=true'),
];

/** How lists were told about in all refreshes. */
const told = new Set<'unchanged' | 'changed' | 'whole'>();

/** The lists on one person's phone. */
class Phone {
  private readonly held = new Map<string, { rows: Row[]; cursor: string }>();

  constructor(
    readonly lists: readonly HeldList[],
    private readonly as: string,
  ) {}

  rows({ key }: HeldList): Row[] {
    return this.held.get(key)?.rows ?? [];
  }

  /** Refreshes some of the lists as the app does: by what changed in all that it has, and the others in pages. */
  async refresh(by: TestServer, lists: readonly HeldList[] = this.lists): Promise<void> {
    const since: Record<string, string[]> = {};
    for (const { key } of lists) {
      const cursor = this.held.get(key)?.cursor;
      if (cursor !== undefined) (since[cursor] ??= []).push(key);
    }
    const { cursor, lists: changes } = await askChanges(by, this.as, since);
    for (const { key, route, path } of lists) {
      const held = this.held.get(key);
      const changed = held ? changes[key] : 'whole';
      if (held) told.add(changed === undefined ? 'unchanged' : changed === 'whole' ? 'whole' : 'changed');
      if (!held || changed === 'whole') {
        this.held.set(key, await this.first(by, path));
        continue;
      }
      // What the app checks of an answer.
      const parsed = changed && changedRowsOf(route).parse(changed);
      const rows = parsed ? applyChangedRows(held.rows, parsed, route.paged!.id) : held.rows;
      expect(rows, `what changed in ${path} fits`).toBeDefined();
      this.held.set(key, { rows: rows!, cursor });
    }
  }

  /** All of a list, of which the first page tells the cursor: the next refresh tells what changes while the rest is read. */
  private async first(by: TestServer, path: string): Promise<{ rows: Row[]; cursor: string }> {
    const answer = await by.call('GET', path, { as: this.as, headers: { 'page-limit': '4' } });
    expect(answer.statusCode, answer.body).toBe(200);
    return { rows: await this.whole(by, path), cursor: String(answer.headers['changes-cursor']) };
  }

  async whole(by: TestServer, path: string): Promise<Row[]> {
    const answer = await by.call('GET', path, { as: this.as });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<Row[]>();
  }
}

/** Expects that a phone holds what full reads answer, also where something is published by time meanwhile. */
async function expectWhole(phone: Phone, by: TestServer, lists: readonly HeldList[]): Promise<void> {
  for (const each of lists) {
    for (;;) {
      const before = await phone.whole(by, each.path);
      await phone.refresh(by, lists);
      if (JSON.stringify(before) !== JSON.stringify(await phone.whole(by, each.path))) continue;
      expect(phone.rows(each), each.key).toEqual(before);
      break;
    }
  }
}

const bill = (user_id: number, water_usage: number) => ({
  ...{ user_id, water_usage, electric_usage: 0, gas_usage: 0 },
  ...{
    water_cost: Math.round(water_usage * 2) / 100,
    electric_cost: 0,
    gas_cost: 0,
    confirm_duplicates: true,
  },
});

/** Every kind of change, by some manager or resident; what is refused changes nothing. */
function changes(
  random: (least: number, most: number) => number,
  tokens: { managers: string[]; residents: string[] },
) {
  const pick = <T>(from: readonly T[]): T => from[random(0, from.length - 1)]!;
  const one = (most: number) => random(1, most);
  const asManager = () => pick(tokens.managers);
  const asResident = () => pick(tokens.residents);
  const anyone = () => pick([...tokens.managers, ...tokens.residents]);
  const soon = () => new Date(Date.now() + random(20, 400)).toISOString();
  const call = (
    by: TestServer,
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    as: string,
    body?: object,
  ) => by.call(method, path, { as, ...(body ? { body } : {}) });
  const money = () => one(50_000) / 100;
  const monthFrom = (count: number) => addMonths(monthOf(new Date().toISOString()), count);
  const leaseCharge = () => ({ amount: money(), due_day: one(31), from_month: monthFrom(random(-2, 2)) });
  const lateFee = () => ({
    ...{ from_day: new Date().toISOString().slice(0, 10), kind: pick(['flat', 'none', 'property']) },
    ...{ grace_days: one(9), amount: money() },
  });
  const someCharge = async () => {
    const [charge] = await server.database.sql<{ lease: number; charge: number }>`
      select lease_id as lease, id as charge from lease_charges order by random() limit 1`;
    return charge ?? { lease: 1, charge: 1 };
  };
  return {
    charge: (by) =>
      call(by, 'POST', '/transactions/charge', asManager(), {
        ...{ userId: random(2, 4), unitId: one(5), amount: money() },
        ...{ type: 'Late Fee', description: 'Late' },
      }),
    payment: (by) =>
      call(by, 'POST', '/transactions/record-payment', asManager(), {
        ...{ userId: random(2, 4), amount: money(), type: 'Check', description: 'Check 12' },
      }),
    'payment with a receipt': async (by) => {
      const as = asManager();
      const { id } = (await by.call('POST', '/receipt-books', { as })).json<{ id: number }>();
      return by.call('POST', '/transactions/record-payment', {
        as,
        body: { userId: random(2, 4), amount: money(), reference: 'No. 7', receipt_number: `RB-${id}-01` },
        headers: { 'idempotency-key': crypto.randomUUID() },
      });
    },
    reversal: (by) => call(by, 'POST', `/transactions/${one(60)}/reversal`, asManager(), { reason: 'Wrong' }),
    'reversal of a bill': async (by) => {
      const [bill] = await server.database.sql<{ transaction_id: number }>`
        select transaction_id from utility_bills where reversed_by is null order by random() limit 1`;
      const id = bill?.transaction_id ?? 0;
      return call(by, 'POST', `/transactions/${id}/reversal`, asManager(), { reason: 'Misread' });
    },
    bills: (by) => call(by, 'POST', '/utilities', asManager(), [bill(2, one(100)), bill(3, one(100))]),
    'card payment': async () => {
      await server.database.transaction(async (sql) => {
        const amount = money();
        const [entry] = await sql<{ id: number }>`
          insert into transactions (user_id, amount, type, description)
          values (2, ${-amount}, 'Card Payment', 'Card payment') returning id`;
        await sql`
          insert into payment_intents (user_id, stripe_id, amount, status, transaction_id)
          values (2, ${`pi_${crypto.randomUUID()}`}, ${amount}, 'succeeded', ${entry!.id})`;
      });
    },
    'card of a payment': () =>
      server.database.sql`
        update payment_intents set last4 = ${String(random(1000, 9999))}, brand = 'visa'
        where id = (select id from payment_intents order by random() limit 1)`,
    announcement: (by) =>
      call(by, 'POST', '/announcements', asManager(), {
        announcement: `News ${one(99)}`,
        announcement_type: 'General',
        ...(random(0, 1) ? { publish_at: soon() } : {}),
      }),
    suggestion: (by) => call(by, 'POST', '/announcements/submit', asResident(), { announcement: 'Please' }),
    decision: (by) =>
      call(by, 'PATCH', `/announcements/${one(40)}/status`, asManager(), {
        status: pick(['approved', 'rejected']),
      }),
    'announcement’s edit': (by) =>
      call(by, 'PUT', `/announcements/${one(40)}`, asManager(), {
        ...{ announcement: `Edited ${one(99)}`, announcement_type: 'Urgent' },
        ...(random(0, 1) ? { publish_at: soon() } : {}),
      }),
    'announcement’s end': (by) => call(by, 'DELETE', `/announcements/${one(40)}`, asManager()),
    request: (by) =>
      by.call('POST', '/maintenance', { as: asResident(), form: reportForm({ information: 'It drips' }) }),
    'request for a unit': (by) =>
      by.call('POST', '/maintenance', {
        as: asManager(),
        form: reportForm({ information: 'Check the roof', unit_id: String(one(5)) }),
      }),
    'request’s edit': (by) =>
      by.call('PUT', `/maintenance/${one(30)}`, {
        as: anyone(),
        form: reportForm({ information: `It drips ${one(99)}` }),
      }),
    completion: (by) =>
      call(by, 'PUT', `/maintenance/${one(30)}/completion`, asManager(), { completed: true }),
    'request’s end': (by) => call(by, 'DELETE', `/maintenance/${one(30)}`, anyone()),
    'removed photo': () =>
      server.database.sql`
        update photos set removed_at = now() where id = (select id from photos where removed_at is null limit 1)`,
    photo: () =>
      server.database.sql`
        insert into photos (id, maintenance_request_id, position, sha256, filename, width, height)
        select gen_random_uuid(), id, (random() * 1000)::int, repeat('ab', 32), 'sink.jpg', 4, 3
        from maintenance_requests order by random() limit 1`,
    registration: (by) => {
      const name = `new${one(9999)}`;
      return by.call('POST', '/users/register', {
        // By management into a unit, or by oneself.
        ...(random(0, 1) ? { as: asManager() } : {}),
        body: {
          ...{ firstName: pick(['Ada', 'Zoe', 'Émile']), lastName: pick(['Ames', 'de Vries', 'Ärlig']) },
          ...{ username: name, email: `${name}@example.com`, password: 'a long night-time walk' },
          ...pick<object>([{ unitNumber: pick(['101', '2B', '7']) }, { unit: one(5) }]),
        },
      });
    },
    'own name': (by) =>
      call(by, 'PUT', '/users/2', tokens.residents[0]!, { firstName: pick(['Robin', 'Bo', 'Ärlig']) }),
    'manager’s name': (by) =>
      call(by, 'PUT', '/users/1', tokens.managers[0]!, { lastName: pick(['Reyes', 'Ames', 'Zola']) }),
    'move to a unit': (by) =>
      call(by, 'PUT', `/users/${random(3, 8)}`, asManager(), { unit: pick([null, 1, 2, 3, 4, 5]) }),
    'move of a neighbour': (by) => call(by, 'PUT', '/users/3', asManager(), { unit: one(5) }),
    'declined claim': (by) => call(by, 'PUT', `/users/${random(4, 9)}`, asManager(), { unit_claim: null }),
    'role or activity': (by) =>
      call(by, 'PUT', `/users/${random(6, 10)}`, asManager(), {
        ...pick([{ isManager: true }, { isCurrentUser: false }, { isCurrentUser: true }]),
      }),
    'request for a removal': (by) => call(by, 'POST', `/users/${random(6, 10)}/removal`, asManager()),
    'declined removal': (by) => call(by, 'DELETE', `/users/${random(6, 10)}/removal`, asManager()),
    'confirmed removal': (by) =>
      call(by, 'POST', `/users/${random(6, 10)}/removal/confirmation`, asManager()),
    'removal that soon ends': () =>
      server.database.sql`
        update manager_removals set requested_at = now() - interval '7 days' + interval '200 milliseconds'`,
    'new property': (by) =>
      call(by, 'POST', '/properties', asManager(), {
        ...{ propertyName: pick(['Maple Court', 'Elm Yard']), address: `${one(99)} Road` },
      }),
    'property’s name': (by) =>
      call(by, 'PATCH', `/properties/${one(4)}`, asManager(), {
        property_name: pick(['Maple Court', 'Oak Hill']),
      }),
    'property’s end': (by) => call(by, 'DELETE', `/properties/${random(3, 9)}`, asManager()),
    'new unit': (by) =>
      call(by, 'POST', '/units', asManager(), { propertyId: 1, unitNumber: String(one(500)) }),
    'unit’s end': (by) => call(by, 'DELETE', `/units/${random(5, 9)}`, asManager()),
    'unit’s number': (by) =>
      call(by, 'PATCH', `/units/${one(5)}`, asManager(), { unit_number: `${one(500)}A` }),
    lease: (by) =>
      call(by, 'POST', '/leases', asManager(), {
        ...{ unit_id: one(5), starts: monthFrom(random(-3, 3)), proration: pick(PRORATIONS) },
        ...{ ends: monthFrom(random(4, 6)), tenant_ids: [one(5), random(6, 8)] },
        charges: [{ kind: 'rent', ...leaseCharge() }],
      }),
    'leases of units': (by) =>
      call(by, 'POST', '/leases/from-units', asManager(), {
        ...{ unit_ids: [one(3), random(4, 5)], from_month: monthFrom(1), due_day: one(31) },
        proration: pick(PRORATIONS),
      }),
    'lease’s end': (by) =>
      call(by, 'PUT', `/leases/${one(8)}`, asManager(), { ends: monthFrom(random(0, 6)) }),
    'lease’s pause': (by) =>
      call(by, 'PUT', `/leases/${one(8)}`, asManager(), { paused: random(0, 1) === 1 }),
    'block of payments': (by) =>
      call(by, 'PUT', `/leases/${one(8)}`, asManager(), {
        payment_policy: pick(['nothing', 'nothing', 'full_balance']),
      }),
    'end of a lease that blocks payments, before or after today': (by) =>
      call(by, 'PUT', `/leases/${one(8)}`, asManager(), {
        payment_policy: 'nothing',
        ends: monthFrom(pick([0, 6])),
      }),
    'lease that begins soon and blocks payments': (by) =>
      call(by, 'POST', '/leases', asManager(), {
        ...{ unit_id: one(5), starts: monthFrom(random(-3, 1)), proration: pick(PRORATIONS) },
        ...{ tenant_ids: [random(2, 8)], payment_policy: pick(['nothing', 'any_amount']) },
        charges: [{ kind: 'rent', ...leaseCharge() }],
      }),
    'lease’s tenants': (by) =>
      call(by, 'PUT', `/leases/${one(8)}`, asManager(), { tenant_ids: [random(2, 3), random(4, 8)] }),
    'charge of a lease': (by) =>
      call(by, 'POST', `/leases/${one(8)}/charges`, asManager(), { kind: 'pet', ...leaseCharge() }),
    rise: async (by) => {
      const { lease, charge } = await someCharge();
      return call(by, 'PUT', `/leases/${lease}/charges/${charge}`, asManager(), leaseCharge());
    },
    'end of a charge': async (by) => {
      const { lease, charge } = await someCharge();
      const body = { from_month: monthFrom(random(0, 3)) };
      return call(by, 'PUT', `/leases/${lease}/charges/${charge}/end`, asManager(), body);
    },
    'posting of leases': async () => {
      const now = new Date(`${monthFrom(random(0, 2))}T12:00:00Z`);
      await postLeaseCharges(server.database, { zone: 'UTC', now });
    },
    'late fee of a property': (by) =>
      call(by, 'POST', '/late-fees/properties/1', asManager(), { ...lateFee(), kind: 'flat' }),
    'late fee of a lease': (by) => call(by, 'POST', `/late-fees/leases/${one(8)}`, asManager(), lateFee()),
    'late fees of a day': async () => {
      const now = new Date(`${monthFrom(random(1, 3))}T12:00:00Z`);
      await postLateFees(server.database, { zone: 'UTC', now });
    },
    'change that fails': () =>
      server.database
        .transaction(async (sql) => {
          await sql`insert into transactions (user_id, amount, type, description) values (2, 1, 'Late Fee', 'No')`;
          await sql`update users set first_name = 'Nobody'`;
          throw new Error('rolled back');
        })
        .catch((error: unknown) => expect(String(error)).toContain('rolled back')),
  } satisfies Record<string, (by: TestServer) => Promise<unknown>>;
}

test('after any changes a phone that refreshes by what changed holds what a full read answers', async () => {
  const seed = process.env.CHANGES_SEED ?? String(Date.now());
  const steps = Number(process.env.CHANGES_STEPS ?? 60);
  const random = seededRandom(seed);
  await server.database.sql`
    insert into users (username, email, password_hash, first_name, last_name, is_manager, unit)
    select name, name || '@example.com', password_hash, initcap(name), 'Of the house', name = 'second', home
    from users, (values ('second', null), ('sixth', 3), ('seventh', 1)) as added (name, home)
    where username = 'manager'`;
  // Who has been a manager for long may ask to remove another one.
  await server.database.sql`update users set manager_since = now() - interval '1 year' where is_manager`;
  await server.database.sql`
    insert into utility_rates (rate_water, rate_electric, rate_gas) values (0.02, 0.145, 1.09)`;
  const others = [1, 2].map(() => testServer(UNLIMITED, { database: server.database, populated: true }));
  const servers = [server, ...(await Promise.all(others))];
  onTestFinished(async () => {
    // The database is the first server's.
    await Promise.all(servers.slice(1).map(({ app }) => app.close()));
  });
  const [second, neighbour, newcomer] = await Promise.all(
    ['second', 'neighbour', 'newcomer'].map((name) => server.token(name)),
  );
  const phones = [
    ...[manager, second!].map((as) => new Phone(MANAGERS, as)),
    ...[resident, neighbour!, newcomer!].map((as) => new Phone(RESIDENTS, as)),
  ];
  const kinds = changes(random, {
    managers: [manager, second!],
    residents: [resident, neighbour!, newcomer!],
  });
  const names = Object.keys(kinds) as (keyof typeof kinds)[];
  const some = <T>(from: readonly T[]) => from[random(0, from.length - 1)]!;
  const someOf = <T>(from: readonly T[]) => [...new Set([some(from), some(from)])];
  const made: string[] = [];
  const succeeded = new Set<string>();
  try {
    for (const phone of phones) await expectWhole(phone, server, phone.lists);
    for (let step = 0; step < steps; step += 1) {
      const chosen = Array.from({ length: random(1, 4) }, () => some(names));
      made.push(...chosen);
      // Refreshes go on while changes are made, each of some of the lists, so that a phone has lists of several moments.
      const going = new Set([some(phones), some(phones)]);
      await Promise.all([
        ...chosen.map(async (name) => {
          const answer = await kinds[name](some(servers));
          const status = answer && 'statusCode' in answer ? answer.statusCode : 200;
          expect(status, name).toBeLessThan(500);
          if (status < 300) succeeded.add(name);
        }),
        ...[...going].map((phone) => phone.refresh(some(servers), someOf(phone.lists))),
      ]);
      for (const phone of new Set([some(phones), some(phones)])) {
        await expectWhole(phone, some(servers), someOf(phone.lists));
      }
    }
    for (const phone of phones) await expectWhole(phone, some(servers), phone.lists);
  } catch (error) {
    throw new Error(`CHANGES_SEED=${seed}, after ${made.slice(-8).join(', ')}`, { cause: error });
  }
  expect(told).toEqual(new Set(['unchanged', 'changed', 'whole']));
  // In a few steps not each kind of change is tried where it can succeed.
  expect(names.length - succeeded.size).toBeLessThan(steps < 500 ? names.length / 2 : 1);
});

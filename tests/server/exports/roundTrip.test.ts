import { expect, onTestFinished, test } from 'vitest';
import { createDemo } from '../../../server/demo/demo.ts';
import { addMonths, monthOf } from '../../../contract/values/calendar.ts';
import { dayIn } from '../../../contract/values/timeZone.ts';
import { testServer } from '../../support/server/server.ts';
import {
  communityOf,
  emptyCommunity,
  importExport,
  rowsOf,
  takeExport,
} from '../../support/server/exports/exports.ts';

const TODAY = dayIn('America/New_York', new Date());
const THIS_MONTH = monthOf(TODAY);

test('the demo community, exported and imported into an empty one, has the same people, units, leases and balances', async () => {
  const demo = await testServer({}, { populated: true });
  onTestFinished(() => demo.close());
  await createDemo(demo.app.context, new Date());
  const files = await takeExport(demo, await tokenOfManager(demo));
  expect(rowsOf(files['left-out.csv']!)).toEqual([]);

  const empty = await emptyCommunity();
  await importExport(empty, files);
  const before = await communityOf(demo.database);
  expect(before.people.length).toBeGreaterThan(20);
  const { people, ...homes } = await communityOf(empty.database);
  expect(homes).toEqual({ units: before.units, leases: before.leases });
  // She registered herself, and management has not confirmed her.
  expect(people).toEqual(before.people.filter(({ first_name }) => first_name !== 'Zoë'));
});

async function tokenOfManager({
  call,
}: Pick<Awaited<ReturnType<typeof testServer>>, 'call'>): Promise<string> {
  const answer = await call('POST', '/users/login', {
    body: { username: 'manager', password: 'porchlight' },
  });
  return answer.json<{ token: string }>().token;
}

/** A community of roommates, moves, ended leases, credits and names that a spreadsheet would run as formulas. */
async function composed() {
  const old = await testServer();
  onTestFinished(() => old.close());
  const { sql } = old.database;
  await sql`
    insert into properties (property_name, address) values ('Elm Row', '2 Elm'), ('Elm Row', '9 Elm'), ('Bare Lot', '1 Lot')`;
  await sql`
    insert into units (property_id, unit_number, rent_amount, notes) values
      (3, '007', 900, '=HYPERLINK("http://example.com")'), (4, '007', null, '@home'), (4, '@3', 500.5, ''),
      (3, '8', 800, null)`;
  await sql`
    insert into users (username, email, password_hash, has_password, first_name, last_name, unit, phone, is_current_user) values
      ('a', 'ana@example.com', 'x', true, 'Ana', '-Lima', 6, '+1 217 555 0101', true),
      ('b', '', 'x', false, 'Bo', 'Lima', 6, null, true),
      ('c', 'cy@example.com', 'x', true, 'Cy', 'Smith, Jr.', 7, '(217) 555-0102', true),
      ('d', 'dee@example.com', 'x', true, 'Dee', 'Gone', null, null, true),
      ('e', '', 'x', false, 'Eli', 'Gone', null, null, true),
      ('f', 'flo@example.com', 'x', true, 'Flo', 'Off', 8, null, false)`;
  const lease = async (
    unit: number,
    starts: string,
    ends: string | null,
    tenants: number[],
    rents: [number, string, string | null][],
  ) => {
    const [row] = await sql<{ id: number }>`
      insert into leases (unit_id, starts, ends, proration) values (${unit}, ${starts}, ${ends}, 'actual_days') returning id`;
    await sql`insert into lease_tenants (lease_id, user_id, position)
      select ${row!.id}, user_id, position from unnest(${tenants}::int[]) with ordinality as tenant (user_id, position)`;
    for (const [amount, from, to] of rents) {
      await sql`insert into lease_charges (lease_id, kind, amount, due_day, from_month, to_month)
        values (${row!.id}, 'rent', ${amount}, 1, ${from}, ${to})`;
    }
  };
  // Roommates, of whom the one without an email is billed; they lived there before, and Ana elsewhere.
  await lease(6, '2025-01-01', '2025-12-31', [6, 5], [[850, '2025-01-01', '2025-12-01']]);
  await lease(
    6,
    '2026-01-01',
    null,
    [6, 5],
    [
      [900, '2026-01-01', THIS_MONTH],
      [950, addMonths(THIS_MONTH, 1), null],
    ],
  );
  await lease(8, '2023-05-01', '2024-04-30', [5, 8], [[700, '2023-05-01', '2024-04-01']]);
  // Without rent, though its unit is offered for some; and one whose rent begins later.
  await lease(1, '2026-02-01', null, [2], []);
  await lease(7, TODAY, null, [7], [[600, addMonths(THIS_MONTH, 3), null]]);
  await lease(9, '2024-05-01', '2025-04-30', [9], [[800, '2024-05-01', '2025-04-01']]);
  const entry = (user: number, amount: number, type: string, day: string) => sql`
    insert into transactions (user_id, amount, type, description, effective_on) values (${user}, ${amount}, ${type}, '+1 month', ${day})`;
  await entry(6, 900, 'Rent', '2026-09-01');
  await entry(6, 900, 'Rent', '2026-10-01');
  await entry(6, -1000.1, 'Check', '2026-10-03');
  await entry(7, -75.25, 'Check', '2026-10-03');
  await entry(8, 10, 'Rent', '2024-04-01');
  await entry(9, 20, 'Damage Fee', '2025-05-01');
  return old;
}

test('roommates, people who moved, ended leases, credits and text like formulas come through an export and an import', async () => {
  const old = await composed();
  const files = await takeExport(old, await old.token('manager'));
  const empty = await emptyCommunity();
  await importExport(empty, files);
  const [before, after] = [await communityOf(old.database), await communityOf(empty.database)];
  expect(after.units).toEqual(before.units.map((unit) => ({ ...unit, notes: unit.notes || null })));
  expect(after.leases).toEqual(before.leases);
  // Whoever registered and was never confirmed, and whose account is off without a lease or balance, is no resident.
  const left = ['newcomer@example.com', 'flo@example.com'];
  expect(after.people).toEqual(before.people.filter(({ email }) => !left.includes(String(email))));
});

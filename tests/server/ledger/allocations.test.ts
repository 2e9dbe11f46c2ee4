import fc from 'fast-check';
import { expect } from 'vitest';
import { ENTRY_KINDS, type EntryType } from '../../../contract/ledger/entryKinds.ts';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import { toCents, toDollars } from '../../../contract/values/money.ts';
import { ledgerDiscrepancies } from '../../../server/resources/ledger/discrepancies.ts';
import { postEntries, postEntry, type NewEntry } from '../../../server/resources/ledger/postEntries.ts';
import { residentWith } from '../../support/server/accounts.ts';
import { manager, server, test } from '../../support/server/world.ts';

const MANAGER = 1;

async function account() {
  const { sql } = server.database;
  const username = await residentWith(server);
  const [user] = await sql<{ id: number }>`select id from users where username = ${username}`;
  const userId = user!.id;
  const entry = (type: EntryType, amount: number, more: Partial<NewEntry> = {}): NewEntry => ({
    ...{ user_id: userId, unit_id: 1, amount, type, description: type, created_by: MANAGER },
    ...more,
  });
  const post = (type: EntryType, amount: number, more: Partial<NewEntry> = {}) =>
    postEntry(sql, entry(type, amount, more)).then(({ id }) => id);
  const history = async () =>
    (await server.call('GET', `/transactions/user-history/${userId}`, { as: manager })).json<Transaction[]>();
  /** What the entries that pay anything pay, by id. */
  const paying = async () =>
    Object.fromEntries(
      (await history())
        .filter(({ pays }) => pays?.length)
        .map(({ id, pays }) => [id, Object.fromEntries(pays!.map((paid) => [paid.id, paid.amount]))]),
    );
  return { userId, entry, post, history, paying };
}

test('a payment pays rent first by its due day, then other charges, and fees last', async () => {
  const { post, paying, history } = await account();
  const fee = await post('Late Fee', 50);
  const parking = await post('Misc Charge', 30);
  const june = await post('Rent', 1000, { effective_on: '2026-06-01' });
  const may = await post('Rent', 1000, { effective_on: '2026-05-01' });
  const first = await post('Check', -1500);
  expect(await paying()).toEqual({ [first]: { [may]: 1000, [june]: 500 } });
  const second = await post('Cash', -540);
  expect((await paying())[second]).toEqual({ [june]: 500, [parking]: 30, [fee]: 10 });
  expect((await history()).find(({ id }) => id === may)).toMatchObject({ pays: null });
});

test('what is paid ahead pays the next charge when it is posted', async () => {
  const { post, paying, history } = await account();
  const ahead = await post('Check', -1200);
  expect((await history())[0]).toMatchObject({ pays: [] });
  const rent = await post('Rent', 1000);
  const pet = await post('Misc Charge', 300);
  expect(await paying()).toEqual({ [ahead]: { [rent]: 1000, [pet]: 200 } });
});

test('a year that one statement posts is allocated in turns', async () => {
  const { entry, paying } = await account();
  const posted = await postEntries(server.database.sql, [
    entry('Rent', 1000),
    entry('Misc Charge', 30),
    entry('Check', -1030),
    entry('Rent', 1000),
    entry('Check', -400),
  ]);
  const [may, key, first, june, second] = posted.map(({ id }) => id) as [
    number,
    number,
    number,
    number,
    number,
  ];
  expect(await paying()).toEqual({ [first]: { [may]: 1000, [key]: 30 }, [second]: { [june]: 400 } });
});

test('a payment that is reversed pays nothing any more, and what it paid is open again', async () => {
  const { post, paying } = await account();
  const rent = await post('Rent', 1000);
  const bounced = await post('Check', -1000);
  const reversal = await post('Reversal', 1000, { reverses: bounced });
  expect(await paying()).toEqual({ [bounced]: { [reversal]: 1000 } });
  const cash = await post('Cash', -1000);
  expect(await paying()).toEqual({ [bounced]: { [reversal]: 1000 }, [cash]: { [rent]: 1000 } });
});

test('a charge that is reversed frees what paid it for what is open', async () => {
  const { post, paying } = await account();
  const rent = await post('Rent', 1000);
  const fee = await post('Late Fee', 50);
  const check = await post('Check', -1000);
  const waived = await post('Reversal', -1000, { reverses: rent });
  expect(await paying()).toEqual({ [waived]: { [rent]: 1000 }, [check]: { [fee]: 50 } });
});

test('a refund takes back what its payment paid, fees before rent, and gives it back when it fails', async () => {
  const { sql } = server.database;
  const { userId, post, paying } = await account();
  const rent = await post('Rent', 1000);
  const fee = await post('Late Fee', 50);
  const payment = await post('Card Payment', -1050, { created_by: null });
  const [intent] = await sql<{ id: string }>`
    insert into payment_intents (user_id, stripe_id, amount, status, transaction_id)
    values (${userId}, ${`pi_${userId}`}, 1050, 'succeeded', ${payment}) returning id`;
  const refund = await post('Card Refund', 200, { created_by: null });
  await sql`
    insert into payment_takebacks (stripe_id, payment_intent_id, kind, amount, taken)
    values (${`re_${userId}`}, ${intent!.id}, 'refund', 200, true)`;
  await sql`update payment_takebacks set taken_id = ${refund} where stripe_id = ${`re_${userId}`}`;
  expect(await paying()).toEqual({ [payment]: { [rent]: 850, [refund]: 200 } });
  // Another refund leaves what the first one took.
  const second = await post('Card Refund', 20, { created_by: null });
  await sql`
    insert into payment_takebacks (stripe_id, payment_intent_id, kind, amount, taken)
    values (${`re_${userId}_2`}, ${intent!.id}, 'refund', 20, true)`;
  await sql`update payment_takebacks set taken_id = ${second} where stripe_id = ${`re_${userId}_2`}`;
  expect(await paying()).toEqual({ [payment]: { [rent]: 830, [refund]: 200, [second]: 20 } });
  const failed = await post('Card Refund', -200, { created_by: null, reverses: refund });
  await sql`
    update payment_takebacks set restored = true, restored_id = ${failed} where stripe_id = ${`re_${userId}`}`;
  expect(await paying()).toEqual({
    [failed]: { [refund]: 200 },
    [payment]: { [rent]: 1000, [second]: 20, [fee]: 30 },
  });
});

test('a refund is of its payment, and not of what was paid ahead', async () => {
  const { sql } = server.database;
  const { userId, post, paying } = await account();
  const rent = await post('Rent', 1000);
  const payment = await post('Card Payment', -1000, { created_by: null });
  const ahead = await post('Check', -500);
  const [intent] = await sql<{ id: string }>`
    insert into payment_intents (user_id, stripe_id, amount, status, transaction_id)
    values (${userId}, ${`pi_${userId}`}, 1000, 'succeeded', ${payment}) returning id`;
  const refund = await post('Card Refund', 200, { created_by: null });
  await sql`
    insert into payment_takebacks (stripe_id, payment_intent_id, kind, amount, taken)
    values (${`re_${userId}`}, ${intent!.id}, 'refund', 200, true)`;
  await sql`update payment_takebacks set taken_id = ${refund} where payment_intent_id = ${intent!.id}`;
  expect(await paying()).toEqual({ [payment]: { [rent]: 800, [refund]: 200 }, [ahead]: { [rent]: 200 } });
});

test('the answer of a payment names what it pays', async () => {
  const { userId, post } = await account();
  const rent = await post('Rent', 1000);
  const body = { userId, unitId: 1, amount: 400, type: 'Cash' };
  const paid = await server.call('POST', '/transactions/record-payment', { as: manager, body });
  expect(paid.json()).toMatchObject({ pays: [{ id: rent, amount: 400 }] });
  const charge = { userId, unitId: 1, amount: 40, type: 'Damage Fee', description: 'A pane' };
  const charged = await server.call('POST', '/transactions/charge', { as: manager, body: charge });
  expect(charged.json()).toMatchObject({ pays: null });
});

test('the database refuses to change an allocation, and to allocate more than an entry has', async () => {
  const { sql } = server.database;
  const { userId, post } = await account();
  const rent = await post('Rent', 1000);
  const check = await post('Check', -600);
  const refused = { message: 'the ledger is append-only: reverse the entry instead' };
  await expect(sql`update allocations set amount = 1`).rejects.toMatchObject(refused);
  await expect(sql`delete from allocations`).rejects.toMatchObject(refused);
  await expect(sql`
    insert into allocations (user_id, credit_id, charge_id, amount) values (${userId}, ${check}, ${rent}, 0.01)`).rejects.toMatchObject(
    { constraint: 'open_amounts_within_entry' },
  );
});

test('payments posted at the same time are allocated one after the other', async () => {
  const { userId, post, paying } = await account();
  const rent = await post('Rent', 1000);
  const body = { userId, unitId: 1, amount: 400, type: 'Cash' };
  const answers = await Promise.all(
    [1, 2, 3].map(() => server.call('POST', '/transactions/record-payment', { as: manager, body })),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
  const paid = Object.values(await paying()).map((each) => each[rent]!);
  expect(paid.toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
  expect(await ledgerDiscrepancies(server.database)).toEqual([]);
});

/** The order of the charges, written once more. */
const RANKS = new Map<string, number>([
  ['Rent', 1],
  ...['Late Fee', 'Damage Fee', 'Parking Fee'].map((type) => [type, 3] as const),
]);
const CHARGES = ['Rent', 'Misc Charge', 'Late Fee', 'Damage Fee'] as const;

interface Modelled {
  id: number;
  isCharge: boolean;
  rank: number;
  day: string;
  open: number;
}

/** Allocates one entry after the other, by one pair at a time. */
class Model {
  readonly entries: Modelled[] = [];
  /** Cents by "credit charge". */
  readonly pairs = new Map<string, number>();

  post(entry: Modelled, reverses?: number): void {
    this.entries.push(entry);
    const earlier = this.entries.find(({ id }) => id === reverses);
    if (earlier) {
      for (const [pair, cents] of this.pairs) {
        const sides = pair.split(' ').map(Number);
        if (!sides.includes(earlier.id)) continue;
        for (const side of this.entries) if (sides.includes(side.id)) side.open += cents;
        this.pairs.delete(pair);
      }
      this.pair(entry, earlier);
    }
    const first = (isCharge: boolean) =>
      this.entries
        .filter((each) => each.isCharge === isCharge && each.open > 0)
        .sort((a, b) => a.rank - b.rank || a.day.localeCompare(b.day) || a.id - b.id)[0];
    for (let charge = first(true), credit = first(false); charge && credit;) {
      this.pair(charge, credit);
      charge = first(true);
      credit = first(false);
    }
  }

  private pair(one: Modelled, other: Modelled): void {
    const [charge, credit] = one.isCharge ? [one, other] : [other, one];
    const cents = Math.min(charge.open, credit.open);
    charge.open -= cents;
    credit.open -= cents;
    const pair = `${credit.id} ${charge.id}`;
    this.pairs.set(pair, (this.pairs.get(pair) ?? 0) + cents);
  }
}

const day = fc.integer({ min: 1, max: 28 }).map((number) => `2026-05-${String(number).padStart(2, '0')}`);
const cents = fc.integer({ min: 1, max: 500 });
const step = fc.oneof(
  fc.record({ type: fc.constantFrom(...CHARGES), cents, day }),
  fc.record({ type: fc.constant('Check' as const), cents: fc.integer({ min: 1, max: 1500 }), day }),
  fc.record({ reversed: fc.nat() }),
);

test('any order of charges, payments and reversals is allocated as one by one', async () => {
  const { sql } = server.database;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 20 }), async (steps) => {
      const { entry, history } = await account();
      const model = new Model();
      const reversible: NewEntry[] = [];
      const ids = new Map<NewEntry, number>();
      for (const each of steps) {
        let posted: NewEntry;
        if ('reversed' in each) {
          const [of] = reversible.splice(each.reversed % Math.max(reversible.length, 1), 1);
          if (!of) continue;
          posted = entry('Reversal', -of.amount, { reverses: ids.get(of)!, effective_on: '2026-05-31' });
        } else {
          const isCharge = each.type !== 'Check';
          posted = entry(each.type, toDollars(isCharge ? each.cents : -each.cents), {
            effective_on: each.day,
          });
          reversible.push(posted);
        }
        const [{ id } = { id: 0 }] = await postEntries(sql, [posted]);
        ids.set(posted, id);
        const isCharge = posted.amount > 0;
        const rank = isCharge ? (RANKS.get(posted.type) ?? 2) : 0;
        const open = Math.abs(toCents(posted.amount));
        model.post({ id, isCharge, rank, day: posted.effective_on!, open }, posted.reverses);
      }
      const pairs = (await history()).flatMap(({ id, pays }) =>
        (pays ?? []).map((paid) => [`${id} ${paid.id}`, toCents(paid.amount)] as const),
      );
      expect(Object.fromEntries(pairs)).toEqual(
        Object.fromEntries([...model.pairs].filter(([, amount]) => amount > 0)),
      );
    }),
    { numRuns: 40 },
  );
  expect(await ledgerDiscrepancies(server.database)).toEqual([]);
});

test('every type of charge has its rank', async () => {
  const types = Object.values(ENTRY_KINDS).map(({ type }) => type);
  const ranks = await server.database.sql<{ type: string; rank: number }>`
    select type, allocation_rank(type) as rank from unnest(${types}::text[]) as type`;
  const fees = ranks.filter(({ rank }) => rank === 3).map(({ type }) => type);
  expect(fees).toEqual(types.filter((type) => type.endsWith('Fee')));
  expect(ranks.filter(({ rank }) => rank === 1)).toEqual([{ type: 'Rent', rank: 1 }]);
});

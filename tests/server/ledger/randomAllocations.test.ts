import fc from 'fast-check';
import { expect } from 'vitest';
import { toCents, toDollars } from '../../../contract/values/money.ts';
import { ledgerDiscrepancies } from '../../../server/resources/ledger/discrepancies.ts';
import { postEntries, type NewEntry } from '../../../server/resources/ledger/postEntries.ts';
import { server, test } from '../../support/server/world.ts';
import { account } from '../../support/server/ledger/allocations.ts';

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

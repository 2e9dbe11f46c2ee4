import fc from 'fast-check';
import { expect } from 'vitest';
import type { Posting } from '../../../contract/books/books.ts';
import type { Deposit, DepositKind } from '../../../contract/deposits/deposit.ts';
import { toCents, toDollars } from '../../../contract/values/money.ts';
import { ledgerDiscrepancies } from '../../../server/resources/ledger/discrepancies.ts';
import { depositOf, readAs } from '../../support/server/deposits/deposits.ts';
import { begin } from '../../support/server/leases/lateFees.ts';
import { change, ROBIN, today } from '../../support/server/today/today.ts';
import { isolatedTest as test, server } from '../../support/server/world.ts';

const cents = fc.integer({ min: 1, max: 40_000 });
const step = fc.oneof(
  fc.record({ what: fc.constantFrom<DepositKind>('Received', 'Interest', 'Applied', 'Returned'), cents }),
  fc.record({ what: fc.constantFrom('charge' as const, 'payment' as const), cents }),
  fc.record({ what: fc.constant('take back' as const), cents: fc.nat(1000) }),
);

/** What is held and owed in cents, told once more without the database. */
class Model {
  held = 0;
  owed = 0;
  readonly entries: { cents: number; isApplied: boolean; isGone: boolean }[] = [];

  /** Whether the entry is taken. */
  enter(kind: DepositKind, amount: number): boolean {
    const takes = kind === 'Applied' || kind === 'Returned';
    if (takes && amount > this.held) return false;
    if (kind === 'Applied' && amount > this.owed) return false;
    this.add({ cents: takes ? -amount : amount, isApplied: kind === 'Applied', isGone: false });
    return true;
  }

  takeBack(place: number): boolean {
    const entry = this.entries[place];
    if (!entry || entry.isGone || this.held < entry.cents) return false;
    entry.isGone = true;
    this.held -= entry.cents;
    if (entry.isApplied) this.owed -= entry.cents;
    return true;
  }

  private add(entry: { cents: number; isApplied: boolean; isGone: boolean }): void {
    this.entries.push(entry);
    this.held += entry.cents;
    if (entry.isApplied) this.owed += entry.cents;
  }
}

test('after any steps what is held and owed is what a model of its own says, in the journal too', async () => {
  const lease = await begin();
  const deposit = depositOf(lease);
  const model = new Model();
  /** The ids of the deposit's entries that the model knows, in its order. */
  const ids: number[] = [];
  const [steps = []] = fc.sample(fc.array(step, { minLength: 60, maxLength: 60 }), 1);
  for (const { what, cents: amount } of steps) {
    const dollars = toDollars(amount);
    if (what === 'charge') {
      const body = { userId: ROBIN, unitId: 1, amount: dollars, description: 'A door' };
      await change('POST', '/transactions/charge', body);
      model.owed += amount;
    } else if (what === 'payment') {
      await change('POST', '/transactions/record-payment', { userId: ROBIN, unitId: 1, amount: dollars });
      model.owed -= amount;
    } else if (what === 'take back') {
      const place = ids.length === 0 ? 0 : amount % ids.length;
      const answer = await deposit.takeBack(ids[place] ?? 999);
      const isTaken = model.takeBack(place);
      // Of nothing that was entered yet, there is nothing.
      expect(answer.statusCode, answer.body).toBe(isTaken ? 201 : ids.length === 0 ? 404 : 409);
    } else {
      const answer = await deposit.enter({ kind: what, amount: dollars, description: 'Agreed' });
      expect(answer.statusCode, answer.body).toBe(model.enter(what, amount) ? 201 : 400);
      if (answer.statusCode === 201) {
        ids.push(Math.max(...answer.json<Deposit>().entries.map(({ id }) => id)));
      }
    }
    expect(toCents((await deposit.read()).held)).toBe(model.held);
  }
  const [account] = await server.database.sql<{ balance: number }>`
    select balance from balances where user_id = ${ROBIN}`;
  expect(toCents(account?.balance ?? 0)).toBe(model.owed);
  const postings = await readAs<Posting[]>(`/books/postings?from=2026-01-01&to=${today()}`);
  const sumOf = (name: string) =>
    postings.filter(({ account: of }) => of === name).reduce((sum, each) => sum + toCents(each.amount), 0);
  expect(sumOf(`liabilities:deposits:lease ${lease}`)).toBe(-model.held + 0);
  expect(sumOf(`assets:receivable:user ${ROBIN}`)).toBe(model.owed);
  expect(postings.reduce((sum, each) => sum + toCents(each.amount), 0)).toBe(0);
  expect(await ledgerDiscrepancies(server.database)).toEqual([]);
});

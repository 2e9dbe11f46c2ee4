import fc from 'fast-check';
import { afterAll, expect } from 'vitest';
import type { MonthReport, Posting } from '../../../contract/books/books.ts';
import type { Deposit } from '../../../contract/deposits/deposit.ts';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import { startStandIn } from '../../../stripe-stand-in/standIn.ts';
import { addMonths, monthOf } from '../../../contract/values/calendar.ts';
import { ledgerDiscrepancies } from '../../../server/resources/ledger/discrepancies.ts';
import { readOwnShares } from '../../../server/resources/ledger/home/ownShares.ts';
import { seeds, runs } from '../../support/runs.ts';
import { depositOf, readAs } from '../../support/server/deposits/deposits.ts';
import { moveIn } from '../../support/server/leases/moveIn.ts';
import { HomePayments, providerPayment } from '../../support/server/leases/homePayments.ts';
import { RENT, runAt, setRule } from '../../support/server/leases/lateFees.ts';
import { HomesModel, partOfMonth, type Household } from '../../support/server/leases/homesModel.ts';
import { providerSettings } from '../../support/server/paying.ts';
import { UNLIMITED } from '../../support/server/server.ts';
import { today } from '../../support/server/today/today.ts';
import { isolatedTest, manager, server } from '../../support/server/world.ts';

const standIn = await startStandIn();
afterAll(() => standIn.close());
const test = isolatedTest.extend(
  'environment',
  { scope: 'file' },
  { ...UNLIMITED, ...providerSettings(standIn), STRIPE_BANK_DEBITS: 'true' },
);

const HOMES = runs(4, 40);
/** The months before this one, as entries can be dated within a year. */
const MONTHS = runs(3, 11);
const RENT_CENTS = RENT * 100;
const FEE = 5_000;
const FIRST = addMonths(monthOf(today()), -MONTHS);

const cents = fc.integer({ min: 1, max: 30_000 });
const oneOf = (often: number) => fc.integer({ min: 1, max: often }).map((drawn) => drawn === 1);
/** What happens in a home within a month. */
const homeMonth = fc.record({
  /** How each tenant pays: their share or an equal part, some amount, nothing, or all that the home owes. */
  pays: fc.tuple(...[0, 1, 2].map(() => fc.constantFrom('share', 'share', 'some', 'nothing', 'all'))),
  some: cents,
  credit: fc.option(fc.constantFrom('Concession', 'Account Credit', 'Write-off')),
  credited: cents,
  returned: oneOf(4),
  bears: fc.boolean(),
  charged: fc.option(cents),
  deposit: fc.constantFrom('Received', 'Interest', 'Applied', 'Returned', undefined),
  deposited: cents,
  refund: oneOf(2),
  provider: providerPayment,
});
type Lived = typeof homeMonth extends fc.Arbitrary<infer Value> ? Value : never;
const plan = fc.array(
  fc.record({
    homes: fc.array(homeMonth, { minLength: HOMES, maxLength: HOMES }),
    leaves: fc.nat(HOMES - 1),
  }),
  { minLength: MONTHS, maxLength: MONTHS },
);
async function sent<T>(method: 'POST' | 'PUT', path: string, body: object): Promise<T> {
  const answer = await server.call(method, path, { as: manager, body });
  expect(answer.statusCode, `${path} ${JSON.stringify(body)}: ${answer.body}`).toBeLessThan(300);
  return answer.json<T>();
}

/** One month of one home, in the product and in the model. */
async function live(model: HomesModel, home: Household, month: string, what: Lived) {
  const on = (day: number) => `${month.slice(0, 8)}${String(day).padStart(2, '0')}`;
  const [billed] = home.tenants;
  const own = { userId: billed, unitId: home.unit };
  for (const [nth, tenant] of home.tenants.entries()) {
    const owes = Math.max(model.owes(home), 0);
    const share = home.percents ? model.asked(home)[nth]! : Math.ceil(owes / home.tenants.length);
    const amount = { share, some: what.some, nothing: 0, all: owes }[what.pays[nth]!];
    if (amount === 0) continue;
    const { id } = await sent<Transaction>('POST', '/transactions/record-payment', {
      ...own,
      ...{ userId: tenant, amount: amount / 100, received_on: on(2) },
    });
    model.post({ id, home, cents: -amount, type: 'Check', day: on(2), side: 'collected', payer: tenant });
  }
  if (what.credit !== null) {
    const body = { type: what.credit, amount: what.credited / 100, reason: 'Agreed', effective_on: on(3) };
    await sent('POST', '/transactions/credit', { ...own, ...body });
    model.post({ home, cents: -what.credited, type: what.credit, day: on(3), side: 'waived' });
  }
  const payment = model.of(home).findLast(({ type, cents: of, gone }) => type === 'Check' && of < 0 && !gone);
  if (what.returned && payment) {
    const fee = what.bears ? 2_500 : 0;
    const body = { reason: 'No funds', returned_on: on(4), ...(fee ? { fee: fee / 100 } : {}) };
    await sent('POST', `/transactions/${payment.id}/return`, body);
    model.takeBack(payment, on(4));
    if (fee) model.post({ home, cents: fee, type: 'Returned Payment Fee', day: on(4), side: 'charged' });
    else model.allocate(home);
  }
  if (what.charged !== null) {
    const body = {
      type: 'Damage Fee',
      amount: what.charged / 100,
      description: 'A door',
      effective_on: on(5),
    };
    await sent('POST', '/transactions/charge', { ...own, ...body });
    model.post({ home, cents: what.charged, type: 'Damage Fee', day: on(5), side: 'charged' });
  }
}

/** Its deposit and its credit, once the late fees of the month are charged. */
async function settle(model: HomesModel, home: Household, month: string, what: Lived) {
  const on = (day: number) => `${month.slice(0, 8)}${String(day).padStart(2, '0')}`;
  const { deposit: kind } = what;
  const most =
    kind === 'Applied' ? Math.min(model.held(home), model.balance(home), model.owes(home)) : model.held(home);
  const takes = kind === 'Applied' || kind === 'Returned';
  const amount = takes ? Math.min(what.deposited, most) : what.deposited;
  if (kind !== undefined && amount > 0) {
    const body = { kind, amount: amount / 100, description: 'Agreed', day: on(9) };
    await depositOf(home.lease).entered(body);
    model.hold(home, takes ? -amount : amount);
    if (kind === 'Applied') {
      model.post({ home, cents: -amount, type: 'Deposit Applied', day: on(9), side: 'from_deposits' });
    }
  }
  const credit = -model.balance(home);
  if (!what.refund || credit <= 0 || model.owes(home) > 0) return;
  await sent('POST', '/transactions/refund', {
    ...{ userId: home.tenants[0], unitId: home.unit, amount: credit / 100, refunded_on: on(10) },
  });
  model.post({ home, cents: credit, type: 'Check Refund', day: on(10), side: 'refunded' });
}

async function compare(model: HomesModel, homes: readonly Household[], until: string): Promise<void> {
  const accounts = await server.database.sql<{
    user_id: number;
    balance: number;
  }>`select user_id, balance from balances`;
  const balances = new Map(accounts.map(({ user_id, balance }) => [user_id, Math.round(balance * 100)]));
  for (const home of homes) {
    const name = `lease ${home.lease} in ${until}`;
    expect(balances.get(home.tenants[0]!) ?? 0, `balance of ${name}`).toBe(model.balance(home));
    for (const other of home.tenants.slice(1)) expect(balances.get(other) ?? 0, name).toBe(0);
    const deposit = await readAs<Deposit>(`/leases/${home.lease}/deposit`);
    expect(Math.round(deposit.held * 100), `deposit of ${name}`).toBe(model.held(home));
    if (!home.percents) continue;
    const asked = [];
    for (const tenant of home.tenants) {
      const shares = await readOwnShares(server.database.sql, [home.lease], tenant);
      asked.push(Math.round(shares.get(home.lease)!.asked * 100));
    }
    expect(asked, `asked of ${name}`).toEqual(model.asked(home));
  }
}

test.for(seeds(20261128, 2))(
  'homes with roommates, deposits, credits, card payments, bank debits, disputes and moves have what a model of its own says, from seed %d',
  { timeout: 3_600_000 },
  async (seed) => {
    const [months = []] = fc.sample(plan, { seed, numRuns: 1 });
    const model = new HomesModel();
    const payments = new HomePayments(model, standIn);
    await setRule({ of: 'property' }, { from_day: FIRST, amount: FEE / 100 });
    const units = await server.database.sql<{ id: number }>`
      insert into units (property_id, unit_number)
      select (select property_id from units where id = 1), 'H' || nth from generate_series(1, ${HOMES}) as nth returning id`;
    const living: Household[] = [];
    for (const [place, { id }] of units.entries()) living.push(await moveIn(id, FIRST, place));
    const all = [...living];
    for (const [nth, { homes, leaves }] of months.entries()) {
      const month = addMonths(FIRST, nth);
      const on = (day: number) => `${month.slice(0, 8)}${String(day).padStart(2, '0')}`;
      await runAt(on(1));
      for (const home of living) model.rent(home, { due: month, posted: month, cents: RENT_CENTS });
      model.late(month, FEE, payments.isPaying);
      await payments.end();
      for (const [index, home] of living.entries()) {
        await live(model, home, month, homes[index]!);
        await payments.pay(home, homes[index]!.provider);
      }
      await runAt(on(7));
      model.late(on(7), FEE, payments.isPaying);
      for (const [index, home] of living.entries()) await settle(model, home, month, homes[index]!);
      await compare(model, all, month);

      const leaving = living[leaves]!;
      await sent('PUT', `/leases/${leaving.lease}`, { ends: on(20) });
      model.post({
        ...{ home: leaving, type: 'Lease Credit', day: today(), side: 'charged' },
        cents: partOfMonth(RENT_CENTS, 20, month) - RENT_CENTS,
      });
      const whole = Number(
        new Date(Date.parse(`${addMonths(month, 1)}T00:00:00Z`) - 1).toISOString().slice(8, 10),
      );
      const household = await moveIn(leaving.unit, on(23), all.length);
      living[leaves] = household;
      all.push(household);
      await runAt(on(24));
      const part = partOfMonth(RENT_CENTS, whole - 22, month);
      model.rent(household, { due: on(23), posted: on(24), cents: part });
    }
    await payments.end();
    await compare(model, all, 'the end');

    for (const [nth] of [...months, 'this one'].entries()) {
      const month = addMonths(FIRST, nth);
      const told = await readAs<MonthReport>(`/books/months/${month}`);
      const expected = model.report(month.slice(0, 7));
      for (const [name, amount] of Object.entries(expected)) {
        expect(Math.round((told[name as keyof typeof expected] ?? 0) * 100) + 0, `${name} of ${month}`).toBe(
          amount,
        );
      }
    }
    const postings = await readAs<Posting[]>(`/books/postings?from=${FIRST}&to=${today()}`);
    const sumOf = (isOne: (account: string) => boolean) =>
      postings.reduce((sum, { account, amount }) => sum + (isOne(account) ? Math.round(amount * 100) : 0), 0);
    expect(sumOf(() => true)).toBe(0);
    const ofType = (...types: string[]) =>
      0 - model.entries.reduce((sum, { type, cents: of }) => sum + (types.includes(type) ? of : 0), 0);
    expect(sumOf((account) => account === 'income:rent')).toBe(ofType('Rent'));
    expect(sumOf((account) => account === 'income:fees:late')).toBe(ofType('Late Fee'));
    expect(sumOf((account) => account === 'assets:checks')).toBe(ofType('Check'));
    const ofProvider = ['assets:card payments', 'assets:bank payments', 'expenses:payment fees'];
    expect(sumOf((account) => ofProvider.includes(account))).toBe(ofType('Card Payment', 'Bank Payment'));
    for (const [kind, count] of Object.entries(payments.counts)) expect(count, kind).toBeGreaterThan(0);
    for (const home of all) {
      const account = (name: string) => sumOf((of) => of === name);
      expect(account(`assets:receivable:user ${home.tenants[0]}`)).toBe(model.balance(home));
      expect(account(`liabilities:deposits:lease ${home.lease}`)).toBe(0 - model.held(home));
    }
    expect(await ledgerDiscrepancies(server.database)).toEqual([]);
  },
);

import fc from 'fast-check';
import { expect } from 'vitest';
import { endDebit } from '../../../../stripe-stand-in/debits.ts';
import { answerDispute, openDispute, returnDebit } from '../../../../stripe-stand-in/refundsAndDisputes.ts';
import type { StandIn } from '../../../../stripe-stand-in/standIn.ts';
import type { PaymentStarted } from '../../../../contract/payments/payments.ts';
import { payingBy, type PayingServer } from '../paying.ts';
import { today } from '../today/today.ts';
import { server } from '../world.ts';
import type { HomesModel, Household, ModelEntry } from './homesModel.ts';

/** Whether a tenant pays at the card provider in a month, how, and what becomes of it. */
export const providerPayment = fc.record({
  tenant: fc.nat(2),
  by: fc.constantFrom('card', 'debit', 'debit', undefined),
  /** Of a debit: whether the bank carries it out. */
  fails: fc.integer({ min: 1, max: 4 }).map((drawn) => drawn === 1),
  taken: fc.constantFrom('no', 'no', 'lost', 'won', 'open'),
});
type ProviderPayment = typeof providerPayment extends fc.Arbitrary<infer Value> ? Value : never;

interface Debit {
  home: Household;
  payer: number;
  cents: number;
  intent: string;
  what: ProviderPayment;
}

const BANKS = { succeeds: 'pm_usBankAccount_success', fails: 'pm_usBankAccount_insufficientFunds' };

/** What tenants pay at the card provider, there, in the product and in the model. A debit ends in the next month, a dispute of a card later. */
export class HomePayments {
  private readonly provider: PayingServer;
  /** The ids of the provider’s events that were delivered; it keeps the latest only. */
  private readonly told: Set<string>;
  private debits: Debit[] = [];
  private disputes: { payment: ModelEntry; id: string; what: ProviderPayment }[] = [];
  private readonly tokens = new Map<number, string>();

  private readonly model: HomesModel;

  constructor(model: HomesModel, standIn: StandIn) {
    this.model = model;
    this.provider = payingBy(server, standIn);
    this.told = new Set(this.provider.events().map(({ id }) => id));
  }

  /** How many payments, debits that failed, and takings back there were. */
  readonly counts = { card: 0, debit: 0, failed: 0, taken: 0, restored: 0 };

  /** The month begins: what the bank has been asked for ends, and disputes of the month before are answered. */
  async end(): Promise<void> {
    const { account } = this.provider.standIn;
    for (const { payment, id, what } of this.disputes.splice(0)) {
      answerDispute(account, id, what.taken === 'won' ? 'winning_evidence' : 'losing_evidence');
      await this.tell();
      if (what.taken !== 'won') continue;
      this.model.restore(payment, today());
      this.counts.restored++;
    }
    for (const { home, payer, cents, intent, what } of this.debits.splice(0)) {
      const charge = account.state.intents[intent]!;
      endDebit(account, charge);
      await this.tell();
      if (what.fails) {
        this.counts.failed++;
        continue;
      }
      const payment = this.post(home, { payer, cents, type: 'Bank Payment' });
      if (what.taken === 'no') continue;
      returnDebit(account, account.state.charges[charge.latest_charge!]!);
      await this.tell();
      this.takeBack(payment);
    }
  }

  /** Whether the bank processes a payment for a home. */
  readonly isPaying = (home: Household): boolean => this.debits.some((debit) => debit.home === home);

  /** A tenant pays what they are asked for; nothing where the product has to refuse it. */
  async pay(home: Household, what: ProviderPayment): Promise<void> {
    const place = what.tenant % home.tenants.length;
    const payer = home.tenants[place]!;
    const isBusy = this.debits.some((debit) => debit.payer === payer);
    const processing = this.debits
      .filter((debit) => debit.home === home)
      .reduce((sum, { cents }) => sum + cents, 0);
    const due = (place === 0 ? this.model.balance(home) : this.model.owes(home)) - processing;
    const cents = home.percents ? Math.min(this.model.asked(home)[place]!, due) : due;
    if (what.by === undefined || isBusy || cents < 50 || (due > cents && due - cents < 50)) return;

    const started = await server.call('POST', '/stripe_payments/create-partial-payment', {
      ...{ as: await this.tokenOf(payer), body: { amount: cents / 100 } },
    });
    expect(started.statusCode, `${home.lease} pays ${cents} of ${due}: ${started.body}`).toBe(200);
    const { clientSecret, amount } = started.json<PaymentStarted>();
    expect(Math.round(amount * 100)).toBe(cents);
    const method = what.by === 'card' ? 'pm_card_visa' : what.fails ? BANKS.fails : BANKS.succeeds;
    const { body } = await this.provider.pay(clientSecret, method);
    await this.tell();
    if (what.by === 'debit') {
      this.debits.push({ home, payer, cents, intent: body.id, what });
      return;
    }
    const payment = this.post(home, { payer, cents, type: 'Card Payment' });
    if (what.taken === 'no') return;
    const { account } = this.provider.standIn;
    const dispute = openDispute(account, account.state.charges[body.latest_charge!]!);
    await this.tell();
    this.takeBack(payment);
    if (what.taken !== 'open') this.disputes.push({ payment, id: dispute.id, what });
  }

  private post(home: Household, given: { payer: number; cents: number; type: string }): ModelEntry {
    this.counts[given.type === 'Card Payment' ? 'card' : 'debit']++;
    return this.model.post({ home, ...given, cents: -given.cents, day: today(), side: 'collected' });
  }

  private takeBack(payment: ModelEntry): void {
    this.counts.taken++;
    this.model.takeBack(payment, today());
    this.model.allocate(payment.home);
  }

  /** Delivers what the provider tells since the last time. */
  private async tell(): Promise<void> {
    const events = this.provider.events().filter(({ id }) => !this.told.has(id));
    const answers = await this.provider.deliver(events);
    expect(new Set(answers)).toEqual(new Set([200]));
    for (const { id } of events) this.told.add(id);
  }

  private async tokenOf(person: number): Promise<string> {
    const known = this.tokens.get(person);
    if (known !== undefined) return known;
    const [user] = await server.database.sql<{ username: string }>`
      select username from users where id = ${person}`;
    const token = await server.token(user!.username);
    this.tokens.set(person, token);
    return token;
  }
}

import { addDays } from '../../../contract/values/calendar.ts';
import { addMonths, monthOf } from '../../../contract/values/calendar.ts';
import type { Database } from '../../../server/database/database.ts';
import { postEntries } from '../../../server/resources/ledger/postEntries.ts';
import { chargeAutopay } from '../../../server/resources/payments/autopay/chargeAutopay.ts';
import type { CardProvider } from '../../../server/resources/payments/cardProvider.ts';
import { startPayment } from '../../../server/resources/payments/intents.ts';
import { cancelAbandonedCheckouts, settleDuePayments } from '../../../server/resources/payments/reconcile.ts';
import { ageRuns, NEW_YORK, providerOf, setUpAutopay } from '../../support/server/autopay.ts';
import { makePaymentChecksDue, payingServer, type PayingServer } from '../../support/server/paying.ts';
import { UNLIMITED } from '../../support/server/server.ts';
import type { RunResult } from '../invariants.ts';
import { newPeople, type Person } from '../people.ts';
import type { RunSchedule } from '../runSeed.ts';
import { checkAutopay } from './autopayInvariants.ts';
import type { AutopaySchedule, AutopayStep, Kill, StoredCard } from './autopaySchedule.ts';
import { mortalProcess, type ProviderDefects } from './mortalProcess.ts';

/** Dollars: what is due each time. */
const DEBT = 80;
const CARDS = {
  paying: 'pm_card_visa',
  declined: 'pm_card_chargeCustomerFail',
  'asking for its owner': 'pm_card_authenticationRequired',
};
/** The day before autopay is due, and for how many days the rest is played. */
const BEGINS = '2026-02-28';
const REST = 9;

/** The real server and the stand-in for the card provider, for any number of schedules; embedded where no database is given. */
export async function openAutopayScenarios(database?: Database): Promise<{
  runSchedule: (defects?: ProviderDefects) => RunSchedule<AutopaySchedule>;
  close: () => Promise<void>;
}> {
  const server = await payingServer(UNLIMITED, database);
  return {
    runSchedule:
      (defects = {}) =>
      async (schedule, tag) => {
        const [person] = await newPeople(server, tag);
        return new AutopayScenario(server, { person, schedule, defects }).run();
      },
    close: () => server.close(),
  };
}

/** One person's debt, which autopay, the person and management want to settle. */
class AutopayScenario {
  private readonly server: PayingServer;
  private readonly person: Person;
  private readonly steps: AutopayStep[];
  private readonly faults: AutopaySchedule['faults'];
  private readonly defects: ProviderDefects;
  private readonly card: StoredCard;
  private readonly secrets: string[] = [];
  private method = '';
  private day = BEGINS;
  /** The id of the latest event that was delivered. */
  private heard: string | undefined;
  /** In dollars: cash that was recorded while another payment was open, which nobody could know of. */
  private unforeseen = 0;
  private isStopped = false;

  constructor(
    server: PayingServer,
    given: { person: Person; schedule: AutopaySchedule; defects: ProviderDefects },
  ) {
    this.server = server;
    this.person = given.person;
    this.steps = given.schedule.steps;
    this.faults = [...given.schedule.faults];
    this.defects = given.defects;
    this.card = given.schedule.card;
  }

  async run(): Promise<RunResult> {
    const { server, person } = this;
    this.heard = server.standIn.account.state.events[0]?.id;
    const token = await server.token(person.username);
    await setUpAutopay(server, token);
    const [setup] = await server.database.sql<{ payment_method: string }>`
      select payment_method from autopay_setups where user_id = ${person.id}`;
    this.method = setup?.payment_method ?? '';
    await server.charge(person.username, DEBT);
    this.day = addDays(this.day, 1);
    this.store(this.card);
    for (const step of this.steps) await this.perform(step);
    return this.finish();
  }

  private async perform(step: AutopayStep): Promise<unknown> {
    const { server, person } = this;
    switch (step.type) {
      case 'job runs':
        return Promise.all(step.kills.map((kill) => this.charge(kill)));
      case 'checkout is opened':
        return this.open(step.kill);
      case 'checkout is paid':
        return this.pay(step.which, step.card);
      case 'job runs while a checkout is opened and paid':
        return Promise.all([this.charge(step.kill), this.open(null).then(() => this.pay(0, 'pays'))]);
      case 'checks run':
        return this.check(step.kill);
      case 'cash is recorded':
        return this.recordCash(step.part);
      case 'more is charged':
        return server.charge(person.username, 25);
      case 'events arrive':
        return this.hear(step.times);
      case 'an hour passes':
        return ageRuns(server);
      case 'a day passes':
        this.day = addDays(this.day, 1);
        return ageRuns(server, 24);
      case 'next month begins':
        this.day = addMonths(monthOf(this.day), 1);
        await ageRuns(server, 24);
        return server.charge(person.username, DEBT);
      case 'stored card':
        return this.store(step.is);
      case 'autopay is stopped':
        return this.stop();
    }
  }

  private store(card: StoredCard): void {
    this.server.standIn.account.state.madeFrom[this.method] = CARDS[card];
  }

  /** A process of its own. */
  private process(kill: Kill): CardProvider {
    return mortalProcess(providerOf(this.server), { kill, faults: this.faults, defects: this.defects });
  }

  /** What a job or a call threw is seen by nobody, and its process may be dead. */
  private async charge(kill: Kill): Promise<void> {
    const now = new Date(`${this.day}T17:00:00Z`);
    await chargeAutopay(this.process(kill), { zone: NEW_YORK, now }).catch(() => undefined);
  }

  private async open(kill: Kill): Promise<void> {
    const started = await startPayment(this.process(kill), this.person.id).catch(() => undefined);
    if (started) this.secrets.unshift(started.clientSecret);
  }

  /** In the browser, which asks the provider itself. */
  private async pay(which: number, card: 'pays' | 'declines'): Promise<void> {
    const secret = this.secrets[which % Math.max(1, this.secrets.length)];
    if (secret)
      await this.server.pay(secret, card === 'pays' ? 'pm_card_visa' : 'pm_card_visa_chargeDeclined');
  }

  private async check(kill: Kill): Promise<void> {
    await makePaymentChecksDue(this.server);
    const process = this.process(kill);
    await settleDuePayments(process).catch(() => undefined);
    await cancelAbandonedCheckouts(process).catch(() => undefined);
  }

  private async recordCash(part: boolean): Promise<void> {
    const { sql } = this.server.database;
    const balance = await this.server.balance(this.person.username);
    const dollars = part ? Math.min(10, balance) : balance;
    if (dollars <= 0) return;
    await postEntries(sql, [
      {
        ...{ user_id: this.person.id, unit_id: this.person.unit ?? null, amount: -dollars, type: 'Cash' },
        ...{ description: 'Cash', created_by: 1 },
      },
    ]);
    const [open] = await sql`
      select 1 from payment_intents where user_id = ${this.person.id} and status not in ('succeeded', 'canceled')`;
    if (open) this.unforeseen += dollars;
  }

  /** Delivers what is new, and perhaps twice. */
  private async hear(times: number): Promise<void> {
    const all = this.server.events();
    const news = all.slice(all.findIndex(({ id }) => id === this.heard) + 1);
    this.heard = all.at(-1)?.id;
    for (let time = 0; time < times; time += 1) await this.server.deliver(news);
  }

  private async stop(): Promise<void> {
    this.isStopped = true;
    await this.server.database.sql`delete from autopay where user_id = ${this.person.id}`;
  }

  /** Ends all faults and lets the jobs go on for some days. */
  private async finish(): Promise<RunResult> {
    const { server, person } = this;
    const wasInTime = this.day <= addDays(BEGINS, 3);
    this.faults.length = 0;
    for (let day = 0; day < REST; day += 1) {
      await ageRuns(server);
      await this.charge(null);
      await this.check(null);
      await this.hear(1);
      this.day = addDays(this.day, 1);
    }
    const result = await checkAutopay(server, {
      person,
      unforeseen: this.unforeseen,
      mustHaveRun: wasInTime && !this.isStopped,
    });
    // The next schedule is another person's.
    await this.stop();
    return result;
  }
}

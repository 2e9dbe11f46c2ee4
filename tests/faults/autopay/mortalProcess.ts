import Stripe from 'stripe';
import type { Sql } from '../../../server/database/database.ts';
import type { CardProvider } from '../../../server/resources/payments/cardProvider.ts';
import type { Kill, ProviderFault } from './autopaySchedule.ts';

class Killed extends Error {}

/** A defect put in on purpose, to see that the invariants notice it. */
export interface ProviderDefects {
  /** The provider knows no idempotency key, and lists nothing of what it made. */
  forgetful?: boolean;
}

interface Fate {
  kill: Kill;
  /** What happens to requests, which takes them from the front. */
  faults: (ProviderFault | null)[];
  defects: ProviderDefects;
}

/**
 * The card provider as a server's process has it that is killed after so many statements, commits and requests: nothing that it
 * does later happens, and a transaction that it has open is rolled back.
 */
export function mortalProcess(provider: CardProvider, { kill, faults, defects }: Fate): CardProvider {
  let left = kill ?? Infinity;
  async function step<T>(work: () => Promise<T>): Promise<T> {
    if (left <= 0) throw new Killed();
    left -= 1;
    return work();
  }
  const request = (work: () => Promise<unknown>) =>
    step(async () => {
      const fault = faults.shift();
      const lost = () =>
        new Stripe.errors.StripeConnectionError({ message: String(fault), type: 'api_error' });
      if (fault === 'request lost') throw lost();
      const answer = await work();
      if (fault === 'answer lost') throw lost();
      return answer;
    });

  const { database, stripe } = provider;
  const mortalSql =
    (sql: Sql): Sql =>
    (strings, ...values) =>
      step(() => sql(strings, ...values));
  const mortalDatabase: CardProvider['database'] = {
    ...database,
    sql: mortalSql(database.sql),
    transaction: (work) =>
      database.transaction(async (sql) => {
        const result = await work(mortalSql(sql));
        // Killed before it could commit.
        return step(() => Promise.resolve(result));
      }),
  };
  const intents = new Proxy(stripe.paymentIntents, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function') return method;
      const call = method.bind(target) as (...args: unknown[]) => Promise<unknown>;
      if (name === 'list') return defects.forgetful ? () => [] : call;
      return (...args: unknown[]) =>
        request(() => (name === 'create' && defects.forgetful ? call(args[0]) : call(...args)));
    },
  });
  const mortalStripe = new Proxy(stripe, {
    get: (target, name) => (name === 'paymentIntents' ? intents : (Reflect.get(target, name) as unknown)),
  });
  return { ...provider, database: mortalDatabase, stripe: mortalStripe };
}

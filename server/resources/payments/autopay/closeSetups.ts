import sqlTag, { type Sql as Part } from 'sql-template-tag';
import { readSetup, recordSetup } from './setups.ts';
import { hasStripeCode, type CardProvider } from '../cardProvider.ts';

/** The most set-ups that one call looks at. */
const BATCH = 20;

interface Setup {
  id: string;
  stripe_id: string | null;
}

/** Asks about set-ups whose event was lost, gives up those of yesterday, and removes what is not used at the provider any more. */
export async function settleSetups(provider: CardProvider, stopping?: AbortSignal): Promise<void> {
  await provider.database.sql`
    update autopay_setups set status = 'canceled'
    where status = 'begun' and (consented_at < now() - interval '1 day'
      or (stripe_id is null and consented_at < now() - interval '1 hour'))`;
  await forEach(provider, sqlTag`status = 'begun' and stripe_id is not null`, finishSetup, stopping);
  await forEach(provider, unused, closeSetup, stopping);
}

/** Neither being set up nor charged by. */
const unused = sqlTag`status <> 'begun' and not exists (select from autopay where setup_id = setup.id)`;

/** Has a person's methods that are not used removed at the provider; what fails is done by the job. */
export async function closeOwnSetups(provider: CardProvider, userId: number): Promise<void> {
  const own = await provider.database.sql<Setup>`
    select id, stripe_id from autopay_setups as setup where user_id = ${userId} and closed_at is null and ${unused} limit ${BATCH}`;
  for (const setup of own) await closeSetup(provider, setup);
}

/** Claims set-ups that were not asked about for a minute, and runs `work` for each. */
async function forEach(
  provider: CardProvider,
  which: Part,
  work: (provider: CardProvider, setup: Setup) => Promise<void>,
  stopping: AbortSignal | undefined,
): Promise<void> {
  const claimed = await provider.database.sql<Setup>`
    update autopay_setups set asked_at = now() where id in (
      select id from autopay_setups as setup
      where closed_at is null and asked_at < now() - interval '1 minute' and ${which}
      order by asked_at limit ${BATCH} for update skip locked)
    returning id, stripe_id`;
  for (const setup of claimed) {
    if (stopping?.aborted) return;
    // One failure must not stop the others; it is due again later.
    await work(provider, setup).catch((error: unknown) => {
      provider.log.warn(error, 'could not ask about a stored card or bank account');
    });
  }
}

async function finishSetup(provider: CardProvider, { stripe_id }: Setup): Promise<void> {
  const setup = stripe_id === null ? undefined : await readSetup(provider, stripe_id);
  if (setup) await provider.database.transaction((sql) => recordSetup(sql, setup));
}

/** Cancels a set-up at the provider, or detaches the method that it stored. */
async function closeSetup(provider: CardProvider, { id, stripe_id }: Setup): Promise<void> {
  const { stripe, database } = provider;
  const setup = stripe_id === null ? undefined : await readSetup(provider, stripe_id);
  const method = setup?.payment_method;
  if (setup?.status === 'succeeded' && method) {
    const { id: methodId, customer } =
      typeof method === 'string' ? { id: method, customer: undefined } : method;
    if (customer !== null) await stripe.paymentMethods.detach(methodId);
  } else if (setup && setup.status !== 'canceled') {
    await stripe.setupIntents.cancel(setup.id).catch((error: unknown) => {
      // Stored meanwhile: the job looks at it again.
      if (hasStripeCode(error, 'setup_intent_unexpected_state')) return;
      throw error;
    });
    const now = await readSetup(provider, setup.id);
    if (now?.status !== 'canceled') return;
  }
  await database.sql`update autopay_setups set closed_at = now() where id = ${id} and status <> 'begun'`;
}

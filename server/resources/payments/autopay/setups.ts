import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import {
  AUTOPAY_CONSENT,
  type AutopaySetup,
  type NewAutopay,
} from '../../../../contract/payments/autopay.ts';
import type { Sql } from '../../../database/database.ts';
import { ApiError } from '../../../http/apiError.ts';
import { hasStripeCode, momentOf, type CardProvider } from '../cardProvider.ts';
import { offeredMethods, VERIFIED_AT_ONCE } from '../methods.ts';

/** The metadata of a SetupIntent with the id of its row, for a row that does not have the intent's id yet. */
const OWN_SETUP = 'porchlight_setup';

type Given = (typeof NewAutopay)['_zod']['output'];

/**
 * Keeps what somebody agrees to, and begins to store a card or bank account for it. What was started before is given up; with the
 * same id and the same terms it is gone on with.
 * @throws {ApiError} 409 `consent_changed` where they saw other words
 */
export async function beginSetup(
  provider: CardProvider,
  wanted: { id: string; userId: number },
  given: Given,
): Promise<AutopaySetup> {
  const { charge_day, max_amount, consent_version } = given;
  const { userId } = wanted;
  if (consent_version !== AUTOPAY_CONSENT.version) {
    throw new ApiError(409, 'What is agreed to has changed. Please load the page again and read it.', {
      code: 'consent_changed',
    });
  }
  const id = await provider.database.transaction(async (sql) => {
    // Two that are started at once wait for each other here.
    await sql`select from users where id = ${userId} for update`;
    const [earlier] = await sql<{ goes_on: boolean }>`
      select status = 'begun' and charge_day is not distinct from ${charge_day}::int and max_amount = ${max_amount}
        and consent_version = ${consent_version} as goes_on
      from autopay_setups where id = ${wanted.id} and user_id = ${userId}`;
    if (earlier?.goes_on) return wanted.id;
    const own = earlier ? randomUUID() : wanted.id;
    await sql`update autopay_setups set status = 'canceled' where user_id = ${userId} and status = 'begun'`;
    await sql`
      insert into autopay_setups (id, user_id, charge_day, max_amount, consent_version, consent_text, consented_at)
      values (${own}, ${userId}, ${charge_day}, ${max_amount}, ${AUTOPAY_CONSENT.version}, ${AUTOPAY_CONSENT.text},
        ${momentOf(provider)})`;
    return own;
  });
  const setup = await createSetup(provider, { id, userId });
  await provider.database
    .sql`update autopay_setups set stripe_id = ${setup.id}, asked_at = now() where id = ${id}`;
  if (!setup.client_secret) throw new Error('The provider gave no client secret.');
  const { publishableKey, script } = provider.settings;
  return { clientSecret: setup.client_secret, publishableKey, stripe_js: script ?? null };
}

async function createSetup(
  provider: CardProvider,
  { id, userId }: { id: string; userId: number },
): Promise<Stripe.SetupIntent> {
  const { stripe, settings, database } = provider;
  const create = async (customer: string) =>
    stripe.setupIntents.create(
      {
        customer,
        usage: 'off_session',
        allowed_payment_method_types: offeredMethods(settings),
        ...(settings.bankDebits ? { payment_method_options: VERIFIED_AT_ONCE } : {}),
        metadata: { [OWN_SETUP]: id },
      },
      { idempotencyKey: `porchlight-setup-${id}-${customer}` },
    );
  const customer = await findOrCreateCustomer(provider, userId);
  try {
    return await create(customer);
  } catch (error) {
    if (!hasStripeCode(error, 'resource_missing')) throw error;
    // Unknown to the provider, for example after a change of keys.
    await database.sql`delete from stripe_customers where user_id = ${userId} and stripe_id = ${customer}`;
    return create(await findOrCreateCustomer(provider, userId));
  }
}

/** The provider's id of a person. It is told neither name nor address. */
async function findOrCreateCustomer({ stripe, database }: CardProvider, userId: number): Promise<string> {
  await database.sql`insert into stripe_customers (user_id) values (${userId}) on conflict do nothing`;
  const [row] = await database.sql<{ id: string; stripe_id: string | null }>`
    select id, stripe_id from stripe_customers where user_id = ${userId}`;
  if (!row) throw new Error('The customer was not stored.');
  if (row.stripe_id !== null) return row.stripe_id;
  const { id } = await stripe.customers.create(
    { metadata: { porchlight_customer: row.id } },
    { idempotencyKey: `porchlight-customer-${row.id}` },
  );
  await database.sql`update stripe_customers set stripe_id = ${id} where user_id = ${userId} and id = ${row.id}`;
  return id;
}

/** The current state of a SetupIntent, with its method; undefined if the provider does not know it. */
export async function readSetup(
  { stripe }: CardProvider,
  stripeId: string,
): Promise<Stripe.SetupIntent | undefined> {
  try {
    return await stripe.setupIntents.retrieve(stripeId, { expand: ['payment_method'] });
  } catch (error) {
    if (hasStripeCode(error, 'resource_missing')) return undefined;
    throw error;
  }
}

/**
 * Turns autopay on by a method that the provider has stored, once. One that was given up meanwhile stays so. Returns whether the
 * set-up belongs to this program.
 */
export async function recordSetup(
  sql: Sql,
  setup: Stripe.SetupIntent,
  by: Pick<CardProvider, 'now'> = {},
): Promise<boolean> {
  const [row] = await sql<{ id: string; user_id: number; status: string }>`
    select id, user_id, status from autopay_setups
    where stripe_id = ${setup.id} or (stripe_id is null and id::text = ${setup.metadata?.[OWN_SETUP] ?? ''})
    for update`;
  if (!row) return false;
  const method = setup.payment_method;
  if (setup.status !== 'succeeded' || row.status !== 'begun' || !method || typeof method === 'string')
    return true;
  const { kind, brand, last4 } = shownOf(method);
  await sql`
    update autopay_setups set stripe_id = ${setup.id}, status = 'succeeded', payment_method = ${method.id}, method = ${kind},
      brand = ${brand}, last4 = ${last4}
    where id = ${row.id}`;
  await sql`
    insert into autopay (user_id, setup_id, charge_day, max_amount, since)
    select user_id, id, charge_day, max_amount, ${momentOf(by)} from autopay_setups where id = ${row.id}
    on conflict (user_id) do update set setup_id = excluded.setup_id, charge_day = excluded.charge_day,
      max_amount = excluded.max_amount, since = excluded.since, paused_reason = null, paused_at = null`;
  return true;
}

function shownOf({ us_bank_account: bank, card }: Stripe.PaymentMethod) {
  return bank
    ? ({ kind: 'us_bank_account', brand: null, last4: bank.last4 } as const)
    : ({ kind: 'card', brand: card?.brand ?? null, last4: card?.last4 ?? null } as const);
}

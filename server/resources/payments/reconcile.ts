import { setTimeout as pause } from 'node:timers/promises';
import sqlTag, { type Sql as Part } from 'sql-template-tag';
import { toCents } from '../../../contract/values/money.ts';
import type { PaymentPolicy } from '../../../contract/leases/paymentPolicy.ts';
import { leastPayment } from '../../../contract/payments/owed.ts';
import { policyFacts, policyOf, readBlockedUsers, type PolicyFacts } from '../ledger/paymentPolicy.ts';
import { endIntent } from './cancelCheckout.ts';
import { hasStripeCode, type CardProvider } from './cardProvider.ts';
import { readOwedOfPayment } from './owed.ts';
import { readIntent } from './readIntent.ts';
import { recordIntent } from './recordIntent.ts';
import { deleteOldEvents, handleMissedEvents } from './webhookEvents.ts';

/** The shortest time, in seconds, between two checks of one user's payments. */
const MIN_SECONDS_BETWEEN_CHECKS = 5;
/** How long a user waits for the check, in milliseconds; it goes on afterwards. */
const MAX_WAIT = 2500;
/** The most payments that one call checks. */
const BATCH_SIZE = 20;

/** Whose balance a payment (`payment_intents`) pays: its payer’s, or that of who is billed for the lease. */
const whoseBalance = sqlTag`coalesce((select first.user_id from lease_tenants as first
  where first.lease_id = payment_intents.lease_id and first.position = 1), payment_intents.user_id)`;

/** The recurring jobs of card payments. `stopping` ends a run between two payments. */
export function paymentJobs(provider: CardProvider) {
  return [
    {
      name: 'settle-card-payments',
      everyMinutes: 1,
      // Settled first, since a payment that was made meanwhile must not be canceled.
      run: async (stopping: AbortSignal) => {
        await settleDuePayments(provider, stopping);
        await cancelAbandonedCheckouts(provider, stopping);
        await cancelRefusedCheckouts(provider, { stopping });
      },
    },
    { name: 'handle-missed-card-events', everyMinutes: 60, run: () => handleMissedEvents(provider) },
    { name: 'delete-old-card-events', everyMinutes: 60, run: () => deleteOldEvents(provider.database.sql) },
  ];
}

/** Settles a user's open payments when they read them, in case a webhook was lost. */
export async function settleOwnPayments(provider: CardProvider, userId: number): Promise<void> {
  const due = sqlTag`user_id = ${userId} and asked_at < now() - make_interval(secs => ${MIN_SECONDS_BETWEEN_CHECKS})`;
  const settled = forEachOpen(provider, due, settle).catch((error: unknown) => {
    provider.log.warn(error, 'could not ask about payments');
  });
  await Promise.race([settled, pause(MAX_WAIT, undefined, { ref: false })]);
}

/** Settles the open payments that are due: each minute at first, and less often the older a payment is. */
export async function settleDuePayments(provider: CardProvider, stopping?: AbortSignal): Promise<void> {
  const due = sqlTag`
    asked_at < now() - least(greatest(interval '1 minute', (now() - created_at) / 4), interval '1 day')`;
  await forEachOpen(provider, due, settle, stopping);
}

/**
 * Cancels checkouts that were opened a day ago, whose user owes nothing any more, or whose lease accepts nothing by now, so that
 * a page left open cannot charge a card.
 */
export async function cancelAbandonedCheckouts(
  provider: CardProvider,
  stopping?: AbortSignal,
): Promise<void> {
  const blocked = await readBlockedUsers(provider.database.sql);
  const abandoned = sqlTag`
    status in ('requires_payment_method', 'requires_confirmation', 'requires_action') and (
      created_at < now() - interval '1 day'
      or not exists (select 1 from balances where balances.user_id = ${whoseBalance} and balance > 0)
        and not exists (select from open_amounts as kept join transactions as charge on charge.id = kept.transaction_id
          where charge.lease_id = payment_intents.lease_id and kept.open > 0 and kept.amount > 0)
      or ${whoseBalance} = any(${blocked}::int[]))`;
  await forEachOpen(provider, abandoned, cancel, stopping);
}

/**
 * Cancels checkouts whose amount the payment policy does not allow any more since it changed: a part where only the full balance
 * may be paid by now, or less than the rent where that is the least; those of one person, or all. One that was paid meanwhile is
 * recorded instead.
 */
export async function cancelRefusedCheckouts(
  provider: CardProvider,
  { userId, stopping }: { userId?: number; stopping?: AbortSignal },
): Promise<void> {
  const whose = userId === undefined ? sqlTag`true` : sqlTag`user_id = ${userId}`;
  const open = sqlTag`
    ${whose} and status in ('requires_payment_method', 'requires_confirmation', 'requires_action')
    and not exists (select from autopay_runs where payment_intent_id = payment_intents.id)`;
  const checkouts = await provider.database.sql<{
    id: string;
    payment_policy: PaymentPolicy | null;
    facts: PolicyFacts;
  }>`
    select id, payment_policy, ${policyFacts(whoseBalance)} as facts from payment_intents where ${open}`;
  const ids = checkouts.flatMap(({ id, payment_policy, facts }) =>
    payment_policy === policyOf(facts) ? [] : [id],
  );
  if (ids.length === 0) return;
  await forEachOpen(provider, sqlTag`id = any(${ids}::uuid[]) and ${open}`, cancelIfRefused, stopping);
}

async function cancelIfRefused(provider: CardProvider, open: OpenIntent): Promise<void> {
  const { sql } = provider.database;
  const [row] = await sql<{ user_id: number; lease_id: number | null; amount: number }>`
    select user_id, lease_id, amount from payment_intents where id = ${open.id}`;
  if (!row) return;
  const owed = await readOwedOfPayment(sql, row);
  if (owed.policy !== 'nothing' && toCents(row.amount) >= leastPayment(owed)) {
    await sql`
      update payment_intents set payment_policy = ${owed.policy} where id = ${open.id} and amount = ${row.amount}`;
    // A late fee waits for what the provider says of an open checkout, since it was last asked.
    return settle(provider, open);
  }
  if (!(await endIntent(provider, open.stripe_id))) await markCanceled(provider, open);
}

interface OpenIntent {
  id: string;
  stripe_id: string;
}

/** Claims due payments and runs `work` for each. Several processes may do this at once: locked rows are skipped. */
async function forEachOpen(
  provider: CardProvider,
  due: Part,
  work: (provider: CardProvider, open: OpenIntent) => Promise<void>,
  stopping?: AbortSignal,
): Promise<void> {
  const claimed = await provider.database.sql<OpenIntent>`
    update payment_intents set asked_at = now() where id in (
      select id from payment_intents
      -- Also payments that were entered while their card was unknown.
      where (status <> 'canceled' or processing_since is not null) and paid_at is null and stripe_id is not null and ${due}
      order by asked_at limit ${BATCH_SIZE} for update skip locked)
    returning id, stripe_id`;
  for (const open of claimed) {
    if (stopping?.aborted) return;
    // One failure must not stop the others; the payment is due again later.
    await work(provider, open).catch((error: unknown) => {
      provider.log.warn(error, 'could not ask about a payment');
    });
  }
}

async function cancel(provider: CardProvider, open: OpenIntent): Promise<void> {
  try {
    const canceled = await provider.stripe.paymentIntents.cancel(open.stripe_id, {
      cancellation_reason: 'abandoned',
    });
    await provider.database.transaction((sql) => recordIntent(sql, canceled, provider));
  } catch (error) {
    // Paid meanwhile, or unknown to the provider.
    if (!hasStripeCode(error, 'payment_intent_unexpected_state') && !hasStripeCode(error, 'resource_missing'))
      throw error;
    await settle(provider, open);
  }
}

/** Records the current state of a payment; one that the provider does not know is canceled. */
async function settle(provider: CardProvider, open: OpenIntent): Promise<void> {
  const intent = await readIntent(provider, open.stripe_id);
  if (!intent) return markCanceled(provider, open);
  await provider.database.transaction((sql) => recordIntent(sql, intent, provider));
}

async function markCanceled({ database }: CardProvider, { id }: OpenIntent): Promise<void> {
  await database.sql`
    update payment_intents set status = 'canceled' where id = ${id} and status <> 'succeeded'`;
}

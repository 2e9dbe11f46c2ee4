import type { FastifyInstance } from 'fastify';
import sqlTag from 'sql-template-tag';
import { ENTRY_KINDS, entryKind } from '../../../contract/ledger/entryKinds.ts';
import { reversalProblem, type Transaction } from '../../../contract/ledger/ledger.ts';
import { chargeTypeOf, LONGEST_DESCRIPTION, OFFLINE_PAYMENT } from '../../../contract/ledger/newEntry.ts';
import { ACCEPTS_NO_PAYMENTS } from '../../../contract/leases/paymentPolicy.ts';
import { feesPaidInTime } from '../../../contract/leases/lateFeesInTime.ts';
import { routes } from '../../../contract/routes.ts';
import { dayIn } from '../../../contract/values/timeZone.ts';
import { changesOf, recordAudit } from '../../database/auditLog.ts';
import type { Sql } from '../../database/database.ts';
import { ApiError, fieldError } from '../../http/apiError.ts';
import { IN_FUTURE, refuseFarFuture, refuseFuture } from '../../http/input/refuseFuture.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { chargeSeveral } from './chargeSeveral.ts';
import { entries } from './entries.ts';
import { giveCredit } from './giveCredit.ts';
import { postAudited } from './postAudited.ts';
import { giveRefund } from './refunds/giveRefund.ts';
import { requireOwnReceipt } from './receiptBooks.ts';
import { refuseRepeated } from './repeatedPayment.ts';
import { accountOfPayment } from './home/sharedLease.ts';

/** The routes by which managers post to the ledger: charges, payments outside Stripe, and reversals. */
export function postings(app: FastifyInstance): void {
  const { zone } = app.context;

  registerRoute(app, routes.createCharge, ({ sql, user, body, key }) => {
    const { userId: user_id, unitId: unit_id = null, amount, description } = body;
    const effective_on = body.effective_on ?? undefined;
    refuseFarFuture('effective_on', effective_on);
    return postAudited(sql, {
      user_id,
      unit_id,
      amount,
      type: chargeTypeOf(body.type),
      description,
      effective_on,
      after_closed: body.after_closed ?? false,
      created_with: key,
      created_by: user.id,
    });
  });

  registerRoute(app, routes.createCharges, ({ sql, user, body }) => chargeSeveral(sql, user.id, body));

  registerRoute(app, routes.createCredit, ({ sql, user, body, key }) =>
    giveCredit(sql, { author: user.id, key }, body),
  );

  registerRoute(app, routes.recordRefund, ({ sql, user, body, key }) =>
    giveRefund(sql, { author: user.id, key }, body),
  );

  registerRoute(app, routes.recordPayment, async ({ sql, user, body, capturedAt, key }) => {
    const { userId: payer, amount, type } = body;
    const own = { user_id: payer, unit_id: body.unitId ?? null };
    const { account, policy } = await accountOfPayment(sql, own, body.for_home);
    const { user_id } = account;
    if (policy === 'nothing') {
      throw new ApiError(409, ACCEPTS_NO_PAYMENTS, { code: 'payments_not_accepted' });
    }
    const description = body.description ?? OFFLINE_PAYMENT;
    const effective_on = body.received_on ?? undefined;
    refuseFuture('received_on', effective_on);
    const receipt_number = body.receipt_number ?? undefined;
    if (receipt_number !== undefined) await requireOwnReceipt(sql, user.id, receipt_number);
    if (body.ask_if_repeated) {
      const day = effective_on ?? dayIn(zone.current(), new Date());
      await refuseRepeated(sql, { user_id, payer, amount, day, capturedAt }, zone.current());
    }
    // A payment lowers the balance.
    const entry = {
      ...account,
      amount: -amount,
      type,
      description,
      effective_on,
      after_closed: body.after_closed ?? false,
      reference: body.reference ?? undefined,
      receipt_number,
      signature: body.signature ?? undefined,
      created_with: key,
      created_by: user.id,
    };
    const payment = await postAudited(sql, entry, { dayField: 'received_on' });
    const fees = effective_on === undefined ? [] : await readFeesPaidInTime(sql, user_id, zone.current());
    return {
      ...payment,
      fees_paid_in_time: fees.map(({ id, amount, description: fee }) => ({ id, amount, description: fee })),
    };
  });

  registerRoute(app, routes.reverseTransaction, async ({ sql, user, params, body }) => {
    const entry = await findEntry(sql, params.id);
    const problem = reversalProblem(entry);
    if (problem) throw new ApiError(409, problem.message, problem);
    const effective_on = body.effective_on ?? undefined;
    const tooEarly = 'It cannot be taken back before the day for which it counts.';
    refuseDayBefore({ field: 'effective_on', day: effective_on, tooEarly }, entry, zone.current());
    const reversal = await reverse(sql, user.id, entry, body.reason, {
      effective_on,
      description: entry.by_rule
        ? `Waived: ${entry.description.replace(/\.$/, '')}. ${body.reason}`
        : body.reason,
    });
    if (body.give_up_usage) {
      await sql`update billed_usages set given_up = true from utility_bills as bill
        where bill.id = bill_id and bill.transaction_id = ${params.id}`;
    }
    return reversal;
  });

  registerRoute(app, routes.returnPayment, async ({ sql, user, params, body }) => {
    const { reason, fee = null } = body;
    const effective_on = body.returned_on ?? undefined;
    const payment = await findEntry(sql, params.id);
    if (entryKind(payment.type)?.form !== 'payment' || payment.reverses !== null) {
      const message = 'Only a payment that management recorded can be returned.';
      throw new ApiError(409, message, { code: 'not_returnable' });
    }
    const tooEarly = 'It cannot have been returned before it was paid.';
    refuseDayBefore({ field: 'returned_on', day: effective_on, tooEarly }, payment, zone.current());
    const dayField = 'returned_on';
    const reversal = await reverse(sql, user.id, payment, `${payment.type} returned: ${reason}`, {
      effective_on,
      dayField,
    });
    if (fee !== null) {
      const { user_id, unit_id } = payment;
      const { type } = ENTRY_KINDS.returnedPaymentFee;
      const description = cut(`Returned payment fee: ${payment.description}`);
      const charge = { user_id, unit_id, amount: fee, type, description, effective_on };
      await postAudited(sql, { ...charge, created_by: user.id }, { dayField });
    }
    return reversal;
  });
}

interface Entry extends Pick<
  Transaction,
  | 'id'
  | 'user_id'
  | 'unit_id'
  | 'amount'
  | 'type'
  | 'description'
  | 'reverses'
  | 'created_at'
  | 'effective_on'
> {
  /** Whether it is a late fee that a rule charged. */
  by_rule: boolean;
}

/** @throws {ApiError} 400 for a day of a field before the entry's own, or after the community's */
function refuseDayBefore(
  { field, day, tooEarly }: { field: string; day: string | undefined; tooEarly: string },
  { created_at, effective_on }: Entry,
  zone: string,
): void {
  const own = effective_on ?? dayIn(zone, new Date(created_at));
  if (day !== undefined && day < own) throw fieldError(400, field, tooEarly);
  if (day !== undefined && day > dayIn(zone, new Date())) throw fieldError(400, field, IN_FUTURE);
}

/** As much of a description as an entry takes, in whole characters. */
function cut(description: string): string {
  return Array.from(description).slice(0, LONGEST_DESCRIPTION).join('');
}

/** @throws {ApiError} 404 */
async function findEntry(sql: Sql, id: number): Promise<Entry> {
  const [entry] = await sql<Entry>`
    select id, user_id, unit_id, amount, type, description, reverses, created_at, effective_on::text as effective_on,
      exists (select from late_fees where transaction_id = transactions.id) as by_rule
    from transactions where id = ${id}`;
  if (!entry) throw new ApiError(404, 'There is no such entry.');
  return entry;
}

interface Reversing {
  description?: string;
  effective_on?: string | undefined;
  /** What the manager’s call names the day. */
  dayField?: string;
}

/** Posts the opposite of an entry. @throws {ApiError} 409 for one that was reversed already */
async function reverse(
  sql: Sql,
  author: number,
  entry: Entry,
  reason: string,
  { description = reason, effective_on, dayField = 'effective_on' }: Reversing = {},
): Promise<Transaction> {
  const reversed = {
    user_id: entry.user_id,
    unit_id: entry.unit_id,
    amount: -entry.amount,
    type: ENTRY_KINDS.reversal.type,
    description: cut(description),
    reverses: entry.id,
    effective_on,
    created_by: author,
  };
  // A credit is no payment of the tenant's, which they would be told was taken back.
  const notifies = entryKind(entry.type)?.form !== 'credit';
  const reversal = await postAudited(sql, reversed, { notifies, dayField });
  await recordAudit(sql, author, [
    {
      subject: 'transaction',
      subject_id: entry.id,
      action: 'reversed',
      changes: changesOf(['reason'], undefined, { reason }),
    },
  ]);
  return reversal;
}

/** The late fees of somebody that stand although their rent was paid in time. */
async function readFeesPaidInTime(sql: Sql, userId: number, zone: string): Promise<Transaction[]> {
  const [fee] = await sql`
    select 1 from late_fees join transactions on transactions.id = late_fees.transaction_id
    where user_id = ${userId} limit 1`;
  if (!fee) return [];
  const { columns, from, where } = entries(sqlTag`entry.user_id = ${userId}`);
  const ledger = await sql<Transaction>`select ${columns} from ${from} where ${where}`;
  return feesPaidInTime(ledger, (entry) => entry.effective_on ?? dayIn(zone, new Date(entry.created_at)));
}

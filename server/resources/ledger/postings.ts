import type { FastifyInstance } from 'fastify';
import { ENTRY_KINDS } from '../../../contract/entryKinds.ts';
import type { Transaction } from '../../../contract/ledger.ts';
import { OFFLINE_PAYMENT, reversalProblem } from '../../../contract/ledger.ts';
import { routes } from '../../../contract/routes.ts';
import { dayIn } from '../../../contract/timeZone.ts';
import { changesOf, recordAudit } from '../../database/auditLog.ts';
import { violates, type Sql } from '../../database/database.ts';
import { ApiError, fieldError } from '../../http/apiError.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { postEntry, type NewEntry } from './postEntries.ts';

/** Where each day begins first. */
const EARLIEST_ZONE = 'Pacific/Kiritimati';

/** The routes by which managers post to the ledger: charges, payments outside Stripe, and reversals. */
export function postings(app: FastifyInstance): void {
  registerRoute(app, routes.createCharge, ({ sql, user, body }) => {
    const { userId: user_id, unitId: unit_id = null, amount, type, description } = body;
    return post(sql, { user_id, unit_id, amount, type, description, created_by: user.id });
  });

  registerRoute(app, routes.recordPayment, ({ sql, user, body }) => {
    const { userId: user_id, unitId: unit_id = null, type } = body;
    const description = body.description ?? OFFLINE_PAYMENT;
    const effective_on = body.received_on ?? undefined;
    // The day may have begun already where the manager is.
    if (effective_on !== undefined && effective_on > dayIn(EARLIEST_ZONE, new Date())) {
      throw fieldError(400, 'received_on', 'The day must not be in the future.');
    }
    // A payment lowers the balance.
    return post(sql, {
      user_id,
      unit_id,
      amount: -body.amount,
      type,
      description,
      effective_on,
      created_by: user.id,
    });
  });

  registerRoute(app, routes.reverseTransaction, async ({ sql, user, params, body }) => {
    const [entry] = await sql<Pick<Transaction, 'user_id' | 'unit_id' | 'amount' | 'type' | 'reverses'>>`
      select user_id, unit_id, amount, type, reverses from transactions where id = ${params.id}`;
    if (!entry) throw new ApiError(404, 'There is no such entry.');
    const problem = reversalProblem(entry);
    if (problem) throw new ApiError(409, problem.message, problem);
    const reversal = await post(sql, {
      user_id: entry.user_id,
      unit_id: entry.unit_id,
      amount: -entry.amount,
      type: ENTRY_KINDS.reversal.type,
      description: body.reason,
      reverses: params.id,
      created_by: user.id,
    });
    await recordAudit(sql, user.id, [
      {
        subject: 'transaction',
        subject_id: params.id,
        action: 'reversed',
        changes: changesOf(['reason'], undefined, body),
      },
    ]);
    return reversal;
  });
}

/**
 * Posts an entry with its audit entry.
 * @throws {ApiError} 404 for an unknown user, 400 for an unknown unit, 409 for an entry that was reversed already
 */
async function post(sql: Sql, entry: NewEntry & { created_by: number }): Promise<Transaction> {
  const posted = await postEntry(sql, entry).catch((error: unknown) => {
    if (violates(error, 'transactions_user_id_fkey')) {
      throw fieldError(404, 'userId', 'There is no such user.');
    }
    if (violates(error, 'transactions_unit_id_fkey')) {
      throw fieldError(400, 'unitId', 'There is no such unit.');
    }
    if (violates(error, 'transactions_reversed_once')) {
      throw new ApiError(409, 'This entry was already reversed.', { code: 'already_reversed' });
    }
    throw error;
  });
  await recordAudit(sql, entry.created_by, [
    {
      subject: 'transaction',
      subject_id: posted.id,
      action: 'posted',
      changes: changesOf(['amount', 'type', 'description', 'effective_on'], undefined, posted),
    },
  ]);
  // A new entry has no bill, no card, no lease and no reversal.
  return { ...posted, reversed_by: null, utility: null, card: null, lease: null };
}

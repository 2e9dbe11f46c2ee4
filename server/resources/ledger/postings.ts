import type { FastifyInstance } from 'fastify';
import sqlTag from 'sql-template-tag';
import { ENTRY_KINDS } from '../../../contract/entryKinds.ts';
import type { Transaction } from '../../../contract/ledger.ts';
import { OFFLINE_PAYMENT, reversalProblem } from '../../../contract/posting.ts';
import { routes } from '../../../contract/routes.ts';
import type { User } from '../../../contract/user.ts';
import { changesOf, recordDeeds } from '../audit/audit.ts';
import { violates, type Sql } from '../../database/database.ts';
import { ApiError, fieldError } from '../../http/apiError.ts';
import { registerRoute } from '../../http/registerRoute.ts';

/** Serves what management posts to the ledger: charges, payments made to it, and reversals. */
export function postings(app: FastifyInstance): void {
  registerRoute(app, routes.createCharge, ({ sql, user, body }) => post(sql, user, body));

  // What is paid is owed no more.
  registerRoute(app, routes.recordPayment, ({ sql, user, body }) =>
    post(sql, user, { ...body, amount: -body.amount, description: body.description ?? OFFLINE_PAYMENT }),
  );

  registerRoute(app, routes.reverseTransaction, async ({ sql, user, params, body }) => {
    const [entry] = await sql<Pick<Transaction, 'amount' | 'type' | 'reverses'>>`
      select amount, type, reverses from transactions where id = ${params.id}`;
    if (!entry) throw new ApiError(404, 'There is no such entry.');
    const problem = reversalProblem(entry);
    if (problem) throw new ApiError(409, problem.message, problem);
    const [reversal] = await sql<Transaction>`
      insert into transactions (user_id, unit_id, amount, type, description, reverses, created_by)
      select user_id, unit_id, -amount, ${ENTRY_KINDS.reversal.type}, ${body.reason}, id, ${user.id}
      from transactions where id = ${params.id}
      on conflict (reverses) do nothing returning ${newEntry}`;
    if (!reversal) throw new ApiError(409, 'This entry was already reversed.', { code: 'already_reversed' });
    await recordDeeds(sql, user.id, [
      posted(reversal),
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

interface Posting {
  userId: number;
  unitId?: number | null | undefined;
  /** Dollars, with the sign that the ledger gives them. */
  amount: number;
  type: string;
  description: string;
}

/**
 * Adds an entry, records who posted it and answers it.
 * @throws {ApiError} 404 for a user who is not there, 400 for a unit that is not
 */
async function post(
  sql: Sql,
  author: User,
  { userId, unitId, amount, type, description }: Posting,
): Promise<Transaction> {
  try {
    const [entry] = await sql<Transaction>`
      insert into transactions (user_id, unit_id, amount, type, description, created_by)
      values (${userId}, ${unitId}, ${amount}, ${type}, ${description}, ${author.id})
      returning ${newEntry}`;
    if (!entry) throw new Error('The new entry was not returned.');
    await recordDeeds(sql, author.id, [posted(entry)]);
    return entry;
  } catch (error) {
    if (violates(error, 'transactions_user_id_fkey')) {
      throw fieldError(404, 'userId', 'There is no such user.');
    }
    if (violates(error, 'transactions_unit_id_fkey')) {
      throw fieldError(400, 'unitId', 'There is no such unit.');
    }
    throw error;
  }
}

/** The columns of an entry that was just posted: it belongs to no bill and no card, and nothing reverses it yet. */
const newEntry = sqlTag`id, user_id, unit_id, amount, type, description, created_at, reverses,
  null as reversed_by, null as utility, null as card`;

function posted(entry: Transaction) {
  return {
    subject: 'transaction',
    subject_id: entry.id,
    action: 'posted',
    changes: changesOf(['amount', 'type', 'description'], undefined, entry),
  } as const;
}

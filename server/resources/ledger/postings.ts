import type { FastifyInstance } from 'fastify';
import sqlTag, { type Sql as Part } from 'sql-template-tag';
import { ENTRY_KINDS } from '../../../contract/entryKinds.ts';
import type { Transaction } from '../../../contract/ledger.ts';
import { OFFLINE_PAYMENT, reversalProblem } from '../../../contract/posting.ts';
import type { Body } from '../../../contract/route.ts';
import { routes } from '../../../contract/routes.ts';
import type { User } from '../../../contract/user.ts';
import { added, type Adding, type From } from '../../http/adding.ts';
import { changesOf, recordDeeds, recordingOf } from '../audit/audit.ts';
import { violates, type Sql } from '../../database/database.ts';
import { instant } from '../../database/isoTimestamp.ts';
import { ApiError, fieldError } from '../../http/apiError.ts';
import { registerRoute } from '../../http/registerRoute.ts';

/** Serves what management posts to the ledger: charges, payments made to it, and reversals. */
export function postings(app: FastifyInstance): void {
  registerRoute(app, routes.createCharge, ({ sql, user, body }) => post(sql, user, body), {
    adding: (from) => posting(from, ({ body }) => body),
  });

  registerRoute(app, routes.recordPayment, ({ sql, user, body }) => post(sql, user, paid(body)), {
    adding: (from) => posting(from, ({ body }) => paid(body)),
  });

  registerRoute(app, routes.reverseTransaction, async ({ sql, user, params, body }) => {
    const [entry] = await sql<Pick<Transaction, 'amount' | 'type' | 'reverses'>>`
      select amount, type, reverses from transactions where id = ${params.id}`;
    if (!entry) throw new ApiError(404, 'There is no such entry.');
    const problem = reversalProblem(entry);
    if (problem) throw new ApiError(409, problem.message, problem);
    const reversal = await added<Transaction>(
      sql,
      user,
      entryOf(
        sqlTag`
          insert into transactions (user_id, unit_id, amount, type, description, reverses, created_by)
          select entry.user_id, entry.unit_id, -entry.amount, ${ENTRY_KINDS.reversal.type}, ${body.reason}, entry.id, asking.id
          from asking, transactions as entry where entry.id = ${params.id}
          on conflict (reverses) do nothing returning *`,
        changesOf(POSTED, undefined, {
          amount: -entry.amount,
          type: ENTRY_KINDS.reversal.type,
          description: body.reason,
        }),
      ),
    );
    if (!reversal) throw new ApiError(409, 'This entry was already reversed.', { code: 'already_reversed' });
    await recordDeeds(sql, user.id, [
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

/** A payment that was made to management: what is paid is owed no more. */
function paid(body: Body<typeof routes.recordPayment>): Posting {
  return { ...body, amount: -body.amount, description: body.description ?? OFFLINE_PAYMENT };
}

/**
 * Adds an entry, records who posted it and answers it.
 * @throws {ApiError} 404 for a user who is not there, 400 for a unit that is not
 */
async function post(sql: Sql, author: User, given: Posting): Promise<Transaction> {
  try {
    const adding = posting<Posting>(
      (read) => read(given),
      (posted) => posted,
    );
    const entry = await added<Transaction>(sql, author, adding);
    if (!entry) throw new Error('The new entry was not returned.');
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

function posting<Asked>(from: From<Asked>, read: (asked: Asked) => Posting): Adding {
  const field = (name: keyof Posting) => from((asked) => read(asked)[name]);
  return entryOf(
    sqlTag`
      insert into transactions (user_id, unit_id, amount, type, description, created_by)
      select ${field('userId')}::int, ${field('unitId')}::int, ${field('amount')}::numeric, ${field('type')},
        ${field('description')}, asking.id
      from asking returning *`,
    from((asked) => changesOf(POSTED, undefined, read(asked))),
  );
}

/** What is on record of each posting. */
const POSTED: (keyof Posting & keyof Transaction)[] = ['amount', 'type', 'description'];

/** An entry that is `made`, and who posted what. It is of no bill and no card, and nothing reverses it yet. */
function entryOf(made: Part, changes: unknown): Adding {
  return {
    made,
    recorded: recordingOf(sqlTag`(select id from asking)`, {
      subject: 'transaction',
      action: 'posted',
      changes,
    }),
    answer: sqlTag`
      select id, user_id, unit_id, amount, type, description, ${instant(sqlTag`created_at`)} as created_at, reverses,
        null as reversed_by, null as utility, null as card
      from made`,
  };
}

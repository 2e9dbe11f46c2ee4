import type { FastifyInstance } from 'fastify';
import sqlTag, { type Sql as Part } from 'sql-template-tag';
import type { Transaction } from '../contract/ledger.ts';
import { OFFLINE_PAYMENT, REVERSAL, reversalProblem } from '../contract/posting.ts';
import { routes } from '../contract/routes.ts';
import { changesOf, recordDeeds, recordingOf } from './audit.ts';
import { violates, type Sql } from './database.ts';
import { Refusal, refuseField } from './refusal.ts';
import { serve } from './serve.ts';

/** Serves what management posts to the ledger: charges, payments made to it, and reversals. */
export function postings(app: FastifyInstance): void {
  serve(app, routes.createCharge, ({ sql, user, body }) => post(sql, user.id, body));

  serve(app, routes.recordPayment, ({ sql, user, body }) =>
    post(sql, user.id, {
      ...body,
      amount: -body.amount,
      description: body.description ?? OFFLINE_PAYMENT,
    }),
  );

  serve(app, routes.reverseTransaction, async ({ sql, user, params, body }) => {
    const [entry] = await sql<Pick<Transaction, 'amount' | 'type' | 'reverses'>>`
      select amount, type, reverses from transactions where id = ${params.id}`;
    if (!entry) throw new Refusal(404, 'There is no such entry.');
    const problem = reversalProblem(entry);
    if (problem) throw new Refusal(409, problem.message, problem);
    const reversal = await posted(
      sql,
      user.id,
      sqlTag`
        insert into transactions (user_id, unit_id, amount, type, description, reverses, created_by)
        select user_id, unit_id, -amount, ${REVERSAL}, ${body.reason}, id, ${user.id}
        from transactions where id = ${params.id}
        on conflict (reverses) do nothing`,
      { amount: -entry.amount, type: REVERSAL, description: body.reason },
    );
    if (!reversal) throw new Refusal(409, 'This entry was already reversed.', { code: 'already_reversed' });
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

/**
 * Adds an entry, records who posted it and answers it.
 * @throws {Refusal} 404 for a user who is not there, 400 for a unit that is not
 */
async function post(sql: Sql, author: number, given: Posting): Promise<Transaction> {
  try {
    const entry = await posted(
      sql,
      author,
      sqlTag`
        insert into transactions (user_id, unit_id, amount, type, description, created_by)
        values (${given.userId}, ${given.unitId}, ${given.amount}, ${given.type}, ${given.description}, ${author})`,
      given,
    );
    if (!entry) throw new Error('The new entry was not returned.');
    return entry;
  } catch (error) {
    if (violates(error, 'transactions_user_id_fkey')) {
      throw refuseField(404, 'userId', 'There is no such user.');
    }
    if (violates(error, 'transactions_unit_id_fkey')) {
      throw refuseField(400, 'unitId', 'There is no such unit.');
    }
    throw error;
  }
}

/**
 * Adds an entry, records who posted it and answers it, all in one statement; undefined where it added none. A new entry
 * is of no bill and no card, and nothing reverses it.
 */
async function posted(
  sql: Sql,
  author: number,
  adding: Part,
  what: Pick<Transaction, 'amount' | 'type' | 'description'>,
): Promise<Transaction | undefined> {
  const changes = changesOf(['amount', 'type', 'description'], undefined, what);
  const [entry] = await sql<Transaction>`
    with made as (${adding} returning *),
      recorded as (${recordingOf(author, { subject: 'transaction', action: 'posted', changes })})
    select id, user_id, unit_id, amount, type, description, created_at, reverses, null as reversed_by,
      null as utility, null as card
    from made`;
  return entry;
}

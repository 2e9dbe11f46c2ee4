import type { FastifyInstance } from 'fastify';
import sqlTag from 'sql-template-tag';
import type { Transaction } from '../contract/ledger.ts';
import { OFFLINE_PAYMENT, REVERSAL, reversalProblem } from '../contract/posting.ts';
import { routes } from '../contract/routes.ts';
import { changesOf, recordDeeds } from './audit.ts';
import { violates, type Sql } from './database.ts';
import { entries } from './entries.ts';
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
    const [entry] = await sql<Pick<Transaction, 'type' | 'reverses'>>`
      select type, reverses from transactions where id = ${params.id}`;
    if (!entry) throw new Refusal(404, 'There is no such entry.');
    const problem = reversalProblem(entry);
    if (problem) throw new Refusal(409, problem.message, problem);
    const [made] = await sql<{ id: number }>`
      insert into transactions (user_id, unit_id, amount, type, description, reverses, created_by)
      select user_id, unit_id, -amount, ${REVERSAL}, ${body.reason}, id, ${user.id}
      from transactions where id = ${params.id}
      on conflict (reverses) do nothing
      returning id`;
    if (!made) throw new Refusal(409, 'This entry was already reversed.', { code: 'already_reversed' });
    await recordDeeds(sql, user.id, [
      {
        subject: 'transaction',
        subject_id: params.id,
        action: 'reversed',
        changes: changesOf(['reason'], undefined, body),
      },
    ]);
    return posted(sql, user.id, made.id);
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

/** @throws {Refusal} 404 for a user who is not there, 400 for a unit that is not */
async function post(sql: Sql, author: number, given: Posting): Promise<Transaction> {
  try {
    const [made] = await sql<{ id: number }>`
      insert into transactions (user_id, unit_id, amount, type, description, created_by)
      values (${given.userId}, ${given.unitId}, ${given.amount}, ${given.type}, ${given.description}, ${author})
      returning id`;
    return await posted(sql, author, made?.id);
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

/** Records who posted an entry and answers it. */
async function posted(sql: Sql, author: number, id: number | undefined): Promise<Transaction> {
  const [entry] = await sql<Transaction>`${entries(sqlTag`entry.id = ${id}`)}`;
  if (!entry) throw new Error(`Entry ${id} was just written and is not there.`);
  const changes = changesOf(['amount', 'type', 'description'], undefined, entry);
  await recordDeeds(sql, author, [
    { subject: 'transaction', subject_id: entry.id, action: 'posted', changes },
  ]);
  return entry;
}

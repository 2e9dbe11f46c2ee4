import { fullNameOf } from '../../../contract/users/user.ts';
import type { Sql } from '../../database/database.ts';
import { notify } from '../../notifications/notify.ts';

/** Tells its person and managers, once, that a payment failed while nobody was watching: a debit, or a try of autopay. */
export async function notifyOfFailure(sql: Sql, paymentId: string, reason: string): Promise<void> {
  const [payment] = await sql<{ user_id: number; first_name: string; last_name: string; amount: number }>`
    select user_id, first_name, last_name, amount
    from payment_intents join users on users.id = user_id where payment_intents.id = ${paymentId}`;
  if (!payment) return;
  const { user_id, amount } = payment;
  const data = { amount, reason };
  await notify(
    sql,
    { kind: 'payment_failed', to: [user_id], data, once: `payment-failed:${paymentId}` },
    {
      kind: 'manager_payment_failed',
      to: 'managers',
      data: { ...data, user_id, name: fullNameOf(payment) },
      except: [user_id],
      once: `payment-failed-managers:${paymentId}`,
    },
  );
}

import { fullNameOf } from '../../../contract/users/user.ts';
import type { Sql } from '../../database/database.ts';
import type { AutopayEnd } from '../../notifications/messages/notificationData.ts';
import { notify } from '../../notifications/notify.ts';

interface Failure {
  user_id: number;
  /** Dollars. */
  amount: number;
  reason: string;
  autopay?: AutopayEnd | undefined;
  /** What tells it from others, so that each is told once. */
  once: string;
}

/** Tells its person and managers, once, that a payment failed while nobody was watching: a debit, or a try of autopay. */
export async function notifyOfFailure(
  sql: Sql,
  paymentId: string,
  failure: Pick<Failure, 'reason' | 'autopay'>,
): Promise<void> {
  const [payment] = await sql<{ user_id: number; amount: number }>`
    select user_id, amount from payment_intents where id = ${paymentId}`;
  if (payment) await notifyOfUnpaid(sql, { ...payment, ...failure, once: paymentId });
}

/** The same of what autopay did not try to charge. */
export async function notifyOfUnpaid(
  sql: Sql,
  { user_id, amount, reason, autopay, once }: Failure,
): Promise<void> {
  const [user] = await sql<{ first_name: string; last_name: string }>`
    select first_name, last_name from users where id = ${user_id}`;
  if (!user) return;
  const data = { amount, reason, ...(autopay ? { autopay } : {}) };
  await notify(
    sql,
    { kind: 'payment_failed', to: [user_id], data, once: `payment-failed:${once}` },
    {
      kind: 'manager_payment_failed',
      to: 'managers',
      data: { ...data, user_id, name: fullNameOf(user) },
      except: [user_id],
      once: `payment-failed-managers:${once}`,
    },
  );
}

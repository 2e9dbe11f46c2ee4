import { toCents } from '../../../contract/values/money.ts';
import { ledgerDiscrepancies } from '../../../server/resources/ledger/discrepancies.ts';
import { OWN_ID } from '../../../server/resources/payments/readIntent.ts';
import type { PayingServer } from '../../support/server/paying.ts';
import type { RunResult } from '../invariants.ts';
import type { Person } from '../people.ts';

interface End {
  person: Person;
  /** In dollars: how much may have been paid too much, since nobody could know. */
  unforeseen: number;
  /** Whether autopay was on and its day was not missed. */
  mustHaveRun: boolean;
}

/**
 * Compares what the card provider received of a person with the ledger: each payment is one entry, no debt is paid twice, and
 * no try is left on its way.
 */
export async function checkAutopay(
  server: PayingServer,
  { person, unforeseen, mustHaveRun }: End,
): Promise<RunResult> {
  const { sql } = server.database;
  const payments = await sql<{ id: string; stripe_id: string | null; amount: number | null }>`
    select payment.id, stripe_id, -entry.amount as amount from payment_intents as payment
    left join transactions as entry on entry.id = payment.transaction_id where payment.user_id = ${person.id}`;
  const runs = await sql<{ period: string; attempt: number; outcome: string | null }>`
    select to_char(period, 'YYYY-MM') as period, attempt, outcome from autopay_runs where user_id = ${person.id} order by 1, 2`;
  const entries = await sql<{ cents: number }>`
    select -amount * 100 as cents from transactions
    where user_id = ${person.id} and type in ('Card Payment', 'Bank Payment', 'Cash')`;
  const own = new Map(payments.map((payment) => [payment.id, payment]));
  const received = Object.values(server.standIn.account.state.intents).filter(
    ({ metadata, amount_received }) => amount_received > 0 && own.has(metadata[OWN_ID] ?? ''),
  );
  const failed = runs.filter(
    ({ outcome }) => outcome !== null && !['succeeded', 'nothing_due'].includes(outcome),
  );
  const result: RunResult = {
    submitted: received.length + failed.length,
    made: received.length,
    waiting: failed.length,
    ...{ lost: [], repeated: [], wrong: [] },
  };

  for (const { id, metadata, amount_received } of received) {
    const entry = own.get(metadata[OWN_ID] ?? '');
    if (!entry?.amount) result.lost.push(`Payment ${id} of ${amount_received} cents is in no ledger.`);
    else if (entry.stripe_id !== id)
      result.repeated.push(`Payment ${id} was made beside ${entry.stripe_id}.`);
    else if (toCents(entry.amount) !== amount_received)
      result.wrong.push(`Payment ${id} of ${amount_received} cents is entered as ${entry.amount} dollars.`);
  }
  for (const { period, attempt, outcome } of runs) {
    if (outcome === null) result.lost.push(`Try ${attempt} for ${period} is left on its way.`);
  }
  const charged = runs.filter(({ outcome }) => outcome === 'succeeded');
  if (charged.length > new Set(charged.map(({ period }) => period)).size)
    result.repeated.push('A month was charged twice.');
  if (mustHaveRun && runs.length === 0) result.lost.push('Autopay was due and did not run.');
  const paidTooMuch = -(await server.balance(person.username));
  if (paidTooMuch > unforeseen)
    result.repeated.push(`Too much was paid: ${paidTooMuch} dollars, in ${entries.length} payments.`);
  result.wrong.push(...(await ledgerDiscrepancies(server.database)));
  return result;
}

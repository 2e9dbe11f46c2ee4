import type { Transaction } from '../../../contract/ledger/ledger.ts';
import { changesOf, recordAudit } from '../../database/auditLog.ts';
import { violates, type Sql } from '../../database/database.ts';
import { ApiError, fieldError } from '../../http/apiError.ts';
import { paidCharges, payerOf, receiptNumberIfAny } from './entries.ts';
import { notifyOfEntries } from './notifyOfEntries.ts';
import { postEntry, type NewEntry } from './postEntries.ts';

/**
 * Posts an entry of a manager with its audit entry, and notifies its tenant unless `notifies` is false.
 * @throws {ApiError} 404 for an unknown user, 400 for an unknown unit, 409 for a day in a closed month, for an entry that was reversed already and for
 * a receipt number that was used
 */
export async function postAudited(
  sql: Sql,
  entry: NewEntry & { created_by: number },
  { notifies = true, dayField }: { notifies?: boolean; dayField?: string } = {},
): Promise<Transaction> {
  const posted = await postEntry(sql, entry, { notifies: false, ...(dayField ? { dayField } : {}) }).catch(
    (error: unknown) => {
      if (violates(error, 'transactions_user_id_fkey')) {
        throw fieldError(404, 'userId', 'There is no such user.');
      }
      if (violates(error, 'transactions_unit_id_fkey')) {
        throw fieldError(400, 'unitId', 'There is no such unit.');
      }
      if (violates(error, 'transactions_reversed_once')) {
        throw new ApiError(409, 'This entry was already reversed.', { code: 'already_reversed' });
      }
      if (violates(error, 'transactions_receipt_number_once')) {
        const message = `Receipt number ${entry.receipt_number} was already used for another payment.`;
        throw new ApiError(409, message, { code: 'receipt_number_used' });
      }
      throw error;
    },
  );
  const audited = recordAudit(sql, entry.created_by, [
    {
      subject: 'transaction',
      subject_id: posted.id,
      action: 'posted',
      changes: changesOf(
        ['amount', 'type', 'description', 'effective_on', 'reference', 'receipt_number'],
        undefined,
        {
          ...posted,
          receipt_number: entry.receipt_number ?? null,
        },
      ),
    },
  ]);
  const told = notifyOfEntries(sql, notifies ? [posted] : []);
  const { paid_by, ...fields } = posted;
  const [paid] = await Promise.all([readPaid(sql, fields, paid_by), audited, told]);
  return {
    ...fields,
    // A new entry has no bill, no card, no lease and no reversal.
    ...{ reversed_by: null, utility: null, card: null, lease: null, late_fee: null },
    ...paid,
  };
}

/** What a new entry pays, the number of its receipt and who paid, of which a charge has none. */
export async function readPaid(
  sql: Sql,
  { id, amount }: Pick<Transaction, 'id' | 'amount'>,
  paid_by: number | null = null,
): Promise<Pick<Transaction, 'pays' | 'receipt_number' | 'payer'>> {
  const none = { pays: null, receipt_number: null, payer: null };
  if (amount > 0 && paid_by === null) return none;
  const [paid] = await sql<typeof none>`
    select ${paidCharges} as pays, ${receiptNumberIfAny} as receipt_number, ${payerOf} as payer
    from transactions as entry where id = ${id}`;
  return paid ?? none;
}

import { chargeTypeOf } from '../../../contract/ledger/newEntry.ts';
import type { Input } from '../../../contract/http/route.ts';
import type { Routes } from '../../../contract/routes.ts';
import { changesOf, recordAudit } from '../../database/auditLog.ts';
import { violates, type Sql } from '../../database/database.ts';
import { ApiError } from '../../http/apiError.ts';
import { refuseFarFuture } from '../../http/input/refuseFuture.ts';
import { postEntries } from './postEntries.ts';

type Body = Input<Routes['createCharges']>['body'];
type Charges = Body & Required<Pick<Body, 'type'>>;

/**
 * Charges several tenants the same, with an audit entry of each, all of them or none.
 * @throws {ApiError} 404 where one of them is not there, 400 for an unknown unit
 */
export async function chargeSeveral(
  sql: Sql,
  author: number,
  { tenants, amount, type, description, ...given }: Charges,
): Promise<{ charged: number }> {
  const effective_on = given.effective_on ?? undefined;
  refuseFarFuture('effective_on', effective_on);
  const charges = tenants.map(({ userId, unitId = null }) => ({
    ...{ user_id: userId, unit_id: unitId, amount, type: chargeTypeOf(type), description, effective_on },
    created_by: author,
  }));
  const posted = await postEntries(sql, charges).catch((error: unknown) => {
    if (violates(error, 'transactions_user_id_fkey')) {
      throw new ApiError(404, 'One of these tenants is not there any more. Nobody was charged.');
    }
    if (violates(error, 'transactions_unit_id_fkey')) {
      throw new ApiError(400, 'One of these units is not there any more. Nobody was charged.');
    }
    throw error;
  });
  await recordAudit(
    sql,
    author,
    posted.map((entry) => ({
      subject: 'transaction' as const,
      subject_id: entry.id,
      action: 'posted' as const,
      changes: changesOf(['amount', 'type', 'description', 'effective_on'], undefined, { ...entry }),
    })),
  );
  return { charged: posted.length };
}

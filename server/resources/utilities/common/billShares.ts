import { ENTRY_KINDS } from '../../../../contract/ledger/entryKinds.ts';
import type { CommonMeter } from '../../../../contract/utilities/commonMeters.ts';
import { shareDescription } from '../../../../contract/utilities/commonShares.ts';
import { toCents } from '../../../../contract/values/money.ts';
import type { Sql } from '../../../database/database.ts';
import { ApiError } from '../../../http/apiError.ts';
import { postEntries, type PostedEntry } from '../../ledger/postEntries.ts';
import type { DividedCost } from './commonCost.ts';

interface Billed {
  author: number;
  meter: CommonMeter;
  reading: number;
  cost: DividedCost;
  /** When; now by default. */
  at?: Date;
}

/**
 * Posts the shares that are billed, and stores all of them with their working. Returns the entries.
 * @throws {ApiError} 409 `not_shared` where all of the cost stays with the property
 */
export async function insertShares(
  sql: Sql,
  { author, meter, reading, cost, at }: Billed,
): Promise<PostedEntry[]> {
  const created_at = at?.toISOString();
  const { shares, all, usage, shared_by } = cost;
  const { kind } = meter;
  const serial_numbers = cost.counted.map(({ serial_number }) => serial_number);
  const billed = shares.flatMap((share) =>
    share.kept === null && share.user_id !== null ? [{ ...share, user_id: share.user_id }] : [],
  );
  if (billed.length === 0) {
    throw new ApiError(409, 'No share is billed: all of the cost stays with the property.', {
      code: 'not_shared',
    });
  }
  const entries = await postEntries(
    sql,
    billed.map(({ user_id, unit_id, amount, weight }) => {
      const cents = toCents(amount);
      const description = shareDescription({ kind, serial_numbers, usage, shared_by, weight, all, cents });
      return {
        user_id,
        unit_id,
        amount,
        type: ENTRY_KINDS.utility.type,
        description,
        created_by: author,
        created_at,
      };
    }),
  );
  const entryOf = new Map(billed.map(({ unit_id }, index) => [unit_id, entries[index]?.id ?? null]));
  const rows = shares.map(({ unit_id, weight, amount, kept }) => ({
    ...{ unit_id, weight, amount, kept, transaction_id: entryOf.get(unit_id) ?? null },
  }));
  await sql`
    with bill as (
      insert into common_bills (reading_id, usage, cost, working, shared_by, created_by, created_at)
      values (${reading}, ${usage}, ${cost.cost}, ${cost.working}::jsonb, ${shared_by}, ${author},
        coalesce(${created_at ?? null}, now())) returning id
    )
    insert into common_shares (bill_id, unit_id, weight, amount, kept, transaction_id)
    select bill.id, unit_id, weight, amount, kept, transaction_id
    from bill, jsonb_to_recordset(${rows}::jsonb) as row(unit_id int, weight numeric, amount numeric, kept text, transaction_id int)`;
  return entries;
}

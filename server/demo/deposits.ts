import { ENTRY_KINDS } from '../../contract/ledger/entryKinds.ts';
import type { Sql } from '../database/database.ts';

/** The deposits of the leases that run: a month's rent, by check on the first day. The latest to move in has paid half of it. */
export async function insertDeposits(sql: Sql, manager: number): Promise<void> {
  await sql`
    update leases set deposit_required = charge.amount
    from lease_charges as charge
    where charge.lease_id = leases.id and charge.kind = 'rent' and leases.ends is null`;
  await sql`
    insert into deposit_entries (lease_id, user_id, kind, amount, day, method, reference, created_by, created_at)
    select leases.id, billed.user_id, 'Received',
      case when leases.starts = max(leases.starts) over () and leases.id = max(leases.id) over (partition by leases.starts)
        then round(leases.deposit_required / 2, 2) else leases.deposit_required end,
      leases.starts, ${ENTRY_KINDS.check.type}, (1000 + leases.id)::text, ${manager}, leases.starts + time '12:00'
    from leases join lease_tenants as billed on billed.lease_id = leases.id and billed.position = 1
    where leases.deposit_required is not null order by leases.id`;
}

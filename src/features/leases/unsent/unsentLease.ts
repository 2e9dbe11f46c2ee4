import type { Deposit } from '../../../../contract/deposits/deposit.ts';
import type { Lease } from '../../../../contract/leases/lease.ts';
import type { Move } from '../../../../contract/moves/move.ts';
import type { LeaseItem } from '../../../offline/subjects/leases/leases.ts';

/** No record has this id. */
const NONE = 0;

/** An unsent lease as its page shows one that the server has. Who is unsent themselves has no id that leads anywhere. */
export function leaseOf({ input: { body }, shown }: LeaseItem): Lease {
  const { unit_id, starts, ends = null, proration, payment_policy = 'full_balance' } = body;
  return {
    ...{ id: NONE, unit_id, property_id: NONE, starts, ends, proration, payment_policy },
    ...{ unit_number: shown.unit_number, property_name: shown.property_name, paused: false, late_fees: [] },
    guarantors: [...(body.guarantors ?? [])],
    occupants: [...(body.occupants ?? [])],
    deposit_required: body.deposit_required ?? null,
    tenants: shown.tenants.map((tenant) => ({
      id: 'id' in tenant ? tenant.id : NONE,
      ...{ ...namesOf(tenant.name), lives_there: true },
    })),
    charges: body.charges.map((charge, id) => ({
      ...{ id, description: null, to_month: null, posted_through: null },
      ...charge,
    })),
  };
}

/** The last word of a full name is taken for the last name. */
function namesOf(name: string): { first_name: string; last_name: string } {
  const cut = name.lastIndexOf(' ');
  return { first_name: name.slice(0, cut), last_name: name.slice(cut + 1) };
}

/** What is known of the deposit of an unsent lease: nothing but what was agreed. */
export function depositOf({ deposit_required, ends }: Lease): Deposit {
  return {
    ...{ lease_id: NONE, required: deposit_required ?? null, ends, return_by: null, interest_due: 0 },
    ...{ received: 0, interest: 0, applied: 0, returned: 0, held: 0, entries: [] },
  };
}

/** Moving in by a lease of which the server knows nothing. */
export function moveOf({ unit_id, starts, ends, tenants, deposit_required }: Lease): Move {
  return {
    ...{ lease_id: NONE, unit_id, starts, ends, tenants: tenants.length },
    ...{ with_account: 0, living_there: tenants.length },
    ...{ deposit_missing: deposit_required ?? 0, first_rent_open: null },
    ...{ move_in_inspection: null, move_out_inspection: null },
    ...{ keys_handed_over_at: null, keys_returned_at: null },
    ...{ owed: 0, deposit_held: 0, forwarding_address: null, autopay: false },
  };
}

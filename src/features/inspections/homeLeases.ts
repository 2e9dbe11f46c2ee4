import type { InspectionKind } from '../../../contract/inspections/inspection.ts';
import type { Lease } from '../../../contract/leases/lease.ts';
import { compareTimes } from '../../../contract/values/calendar.ts';
import { fullNameOf } from '../../../contract/users/user.ts';
import { addressOfLease, makerIn, type LeaseItem } from '../../offline/subjects/leases/leases.ts';
import { isoDay } from '../../ui/data/Time.tsx';

/** A lease that an inspection of its home may be of, sent or not. */
export interface HomeLease {
  /** Its id in addresses and in the form. */
  key: string;
  /** Null while it is unsent. */
  lease_id: number | null;
  /** The id of the item that makes it, while it is unsent. */
  lease_made_by?: string | undefined;
  /** Its first day. */
  starts: string;
  /** Their full names; who is billed is first. */
  tenants: string[];
  /** Whether the server refused it. */
  needsAttention: boolean;
}

/** The leases of a home, those that are unsent first. */
export function homeLeases(
  unit: number,
  leases: readonly Lease[],
  unsent: readonly LeaseItem[],
): HomeLease[] {
  const isHere = ({ unit_id }: { unit_id: unknown }) => unit_id === unit;
  return [
    ...unsent
      .filter(({ input }) => isHere(input.body))
      .map(({ id, input, shown, refusal }) => ({
        ...named({ lease_id: null, lease_made_by: id }),
        starts: input.body.starts,
        tenants: shown.tenants.map(({ name }) => name),
        needsAttention: refusal !== undefined,
      })),
    ...leases.filter(isHere).map(({ id, starts, tenants }) => ({
      ...named({ lease_id: id }),
      ...{ starts, tenants: tenants.map(fullNameOf), needsAttention: false },
    })),
  ];
}

function named(lease: Pick<HomeLease, 'lease_id' | 'lease_made_by'>) {
  return { ...lease, key: addressOfLease(lease) ?? '' };
}

/** The lease that an inspection is of. */
export function leaseOf(
  leases: readonly HomeLease[],
  of: Pick<HomeLease, 'lease_id' | 'lease_made_by'>,
): HomeLease | undefined {
  const key = addressOfLease(of);
  return leases.find((lease) => lease.key === key);
}

/** What an address asks for, under the id that it got where it was sent since. */
export function askedLease(
  leases: readonly HomeLease[],
  asked: string | null,
  sentAs: ReadonlyMap<string, number>,
): HomeLease | undefined {
  const sent = sentAs.get(makerIn(asked ?? '') ?? '');
  return leases.find(({ key }) => key === (sent === undefined ? asked : String(sent)));
}

/** The lease of a home that an inspection is most likely of: moving in the next to begin, or else the one that began last. */
export function leaseFor(leases: readonly HomeLease[], kind: InspectionKind): HomeLease | undefined {
  const today = isoDay();
  const byStart = [...leases].sort((one, other) => compareTimes(other.starts, one.starts));
  if (kind === 'Move-in') return byStart[0];
  return byStart.find(({ starts }) => starts <= today) ?? byStart[0];
}

import type { Lease } from '../../../contract/leases/lease.ts';
import type { Unit } from '../../../contract/units/unit.ts';
import type { OutboxItem } from '../../offline/engine/database.ts';
import { homeTenants } from '../../subjects/leases/newLease/useNewLeases.ts';

interface SortedUnits {
  /** Those of which a lease can begin. */
  free: Unit[];
  /** Those with a lease that does not end. */
  leased: Unit[];
  vacant: Unit[];
}

/** Sorts units by whether a lease of them can begin. Who is unsent lives in one too. */
export function sorted(
  units: readonly Unit[],
  leases: readonly Lease[],
  unsent: readonly OutboxItem[],
): SortedUnits {
  const endless = new Set(leases.filter(({ ends }) => ends === null).map(({ unit_id }) => unit_id));
  const groups: SortedUnits = { free: [], leased: [], vacant: [] };
  for (const unit of units) {
    const group = endless.has(unit.id)
      ? 'leased'
      : homeTenants(unit, unsent).length === 0
        ? 'vacant'
        : 'free';
    groups[group].push(unit);
  }
  return groups;
}

/** The last day of the leases that a unit has; undefined without one that ends. */
export function lastDayOf(unitId: string, leases: readonly Lease[]): string | undefined {
  return leases
    .filter(({ unit_id }) => String(unit_id) === unitId)
    .flatMap(({ ends }) => ends ?? [])
    .sort()
    .at(-1);
}

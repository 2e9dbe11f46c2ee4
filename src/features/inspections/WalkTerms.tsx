import {
  INSPECTION_KINDS,
  type InspectedRoom,
  type InspectionKind,
} from '../../../contract/inspections/inspection.ts';
import type { Lease } from '../../../contract/leases/lease.ts';
import { fullNameOf, type User } from '../../../contract/users/user.ts';
import { timeText } from '../../ui/data/Time.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { Select } from '../../ui/forms/Select.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { signersOf } from './useWalk.ts';
import type { Walk } from './walk.ts';

interface WalkTermsProps {
  walk: Walk;
  /** Those of the home. */
  leases: readonly Lease[];
  isNew: boolean;
  user: User;
  onChange: (changes: Partial<Walk>) => void;
  /** The rooms with which an inspection of a kind and a lease begins; undefined where they are not known. */
  roomsOf: (kind: InspectionKind, lease: number | null) => InspectedRoom[] | undefined;
}

/** The kind of an inspection, its day, and the lease whose tenants read it. */
export function WalkTerms({ walk, leases, isNew, user, onChange, roomsOf }: WalkTermsProps) {
  /** Where nothing is recorded yet, another kind or lease begins with its own rooms. */
  function choose(kind: InspectionKind, lease_id: number | null): void {
    const untouched = walk.rooms.every(({ items }) =>
      items.every(({ condition, remark }) => condition === null && remark === null),
    );
    const rooms = isNew && untouched ? roomsOf(kind, lease_id) : undefined;
    const signers =
      lease_id === walk.lease_id
        ? {}
        : {
            signers: signersOf(
              user,
              leases.find(({ id }) => id === lease_id),
            ),
          };
    onChange({ kind, lease_id, ...signers, ...(rooms ? { rooms } : {}) });
  }
  return (
    <Card>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Select
          label="Kind"
          name="kind"
          value={walk.kind}
          onChange={({ target }) => choose(target.value as InspectionKind, walk.lease_id)}
        >
          {INSPECTION_KINDS.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </Select>
        <Field
          label="Day"
          name="day"
          type="date"
          value={walk.day}
          onChange={({ target }) => onChange({ day: target.value })}
        />
        {leases.length > 0 && (
          <Select
            label="Lease"
            name="lease_id"
            help="Its tenants read the inspection once it is finalized."
            className="sm:col-span-2"
            value={String(walk.lease_id ?? '')}
            onChange={({ target }) => choose(walk.kind, target.value === '' ? null : Number(target.value))}
          >
            <option value="">No lease</option>
            {leases.map(({ id, starts, tenants }) => (
              <option key={id} value={id}>
                {tenants.map(fullNameOf).join(', ')}, from {timeText(starts)}
              </option>
            ))}
          </Select>
        )}
      </div>
    </Card>
  );
}

import { useLayoutEffect, useRef } from 'react';
import {
  INSPECTION_KINDS,
  type InspectedRoom,
  type InspectionKind,
} from '../../../contract/inspections/inspection.ts';
import type { User } from '../../../contract/users/user.ts';
import { addressOfLease } from '../../offline/subjects/leases/leases.ts';
import { timeText } from '../../ui/data/Time.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { Select } from '../../ui/forms/Select.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import type { HomeLease } from './homeLeases.ts';
import { signersOf, type Walk } from './walk.ts';

interface WalkTermsProps {
  walk: Walk;
  /** Those of the home, sent or not. */
  leases: readonly HomeLease[];
  /** How often its lease was asked for, which has to be chosen again. */
  leaseAsked: number;
  isNew: boolean;
  user: User;
  onChange: (changes: Partial<Walk>) => void;
  /** The rooms with which an inspection of a kind and a lease begins; undefined where they are not known. */
  roomsOf: (kind: InspectionKind, lease: number | null) => InspectedRoom[] | undefined;
}

/** The kind of an inspection, its day, and the lease whose tenants read it. */
export function WalkTerms({ walk, leases, leaseAsked, isNew, user, onChange, roomsOf }: WalkTermsProps) {
  const leaseField = useRef<HTMLSelectElement>(null);
  useLayoutEffect(() => {
    if (leaseAsked > 0) leaseField.current?.focus();
  }, [leaseAsked]);
  const current = addressOfLease(walk) ?? '';
  const isListed = current === '' || leases.some(({ key }) => key === current);

  /** Where nothing is recorded yet, another kind or lease begins with its own rooms. */
  function choose(changes: Partial<Walk>): void {
    const untouched = walk.rooms.every(({ items }) =>
      items.every(({ condition, remark }) => condition === null && remark === null),
    );
    const { kind, lease_id } = { ...walk, ...changes };
    const rooms = isNew && untouched ? roomsOf(kind, lease_id) : undefined;
    onChange({ ...changes, ...(rooms ? { rooms } : {}) });
  }

  function chooseLease(key: string): void {
    const lease = leases.find((each) => each.key === key);
    choose({
      ...{ lease_id: lease?.lease_id ?? null, lease_made_by: lease?.lease_made_by },
      signers: signersOf(user, lease?.tenants ?? [], walk.signers),
    });
  }
  return (
    <Card>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Select
          label="Kind"
          name="kind"
          value={walk.kind}
          onChange={({ target }) => choose({ kind: target.value as InspectionKind })}
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
        {(leases.length > 0 || !isListed) && (
          <Select
            label="Lease"
            name="lease_id"
            ref={leaseField}
            error={leaseAsked > 0 ? 'Please choose the lease of this inspection, or “No lease”.' : undefined}
            help="Its tenants read the inspection once it is finalized."
            className="sm:col-span-2"
            value={current}
            onChange={({ target }) => chooseLease(target.value)}
          >
            <option value="">No lease</option>
            {!isListed && (
              <option value={current}>
                {walk.lease_made_by === undefined ? 'As it was chosen' : 'Discarded lease'}
              </option>
            )}
            {leases.map(({ key, lease_made_by, starts, tenants, needsAttention }) => (
              <option key={key} value={key}>
                {/* First, since a phone cuts the end of a long one off. */}
                {lease_made_by !== undefined && (needsAttention ? 'Needs attention: ' : 'Unsent: ')}
                {tenants.join(', ')}, from {timeText(starts)}
              </option>
            ))}
          </Select>
        )}
      </div>
    </Card>
  );
}

import { unitLabel, type Unit } from '../../../contract/units/unit.ts';
import { Link } from 'react-router-dom';

/** Units that cannot be chosen, and why. */
export function TakenUnits({ label, units }: { label: string; units: readonly Unit[] }) {
  if (units.length === 0) return <></>;
  return (
    <optgroup label={label}>
      {units.map((unit) => (
        <option key={unit.id} value={unit.id} disabled>
          {unitLabel(unit)}
        </option>
      ))}
    </optgroup>
  );
}

/** Where the tenants of units in which nobody lives are confirmed or created. */
export function VacantUnits({ count }: { count: number }) {
  if (count === 0) return <></>;
  return (
    <p className="text-muted">
      {count === 1
        ? 'Nobody lives in 1 unit. Confirm or create its tenant first, in'
        : `Nobody lives in ${count} units. Confirm or create their tenants first, in`}{' '}
      <Link to="/admin/manage-users" className="font-semibold text-accent-ink underline">
        Manage Users
      </Link>
      . Without a connection, write down who moves in under{' '}
      <Link to="/admin/invitations" className="font-semibold text-accent-ink underline">
        Invitations
      </Link>
      .
    </p>
  );
}

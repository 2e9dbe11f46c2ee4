import { useMemo } from 'react';
import { isSameDoor } from '../../../../contract/units/doorNumber.ts';
import { unitLabel, type Unit } from '../../../../contract/units/unit.ts';
import { fullNameOf } from '../../../../contract/users/user.ts';
import { useCachedQuery } from '../../../offline/hooks/useCachedQuery.ts';
import { HomeLink } from '../../../subjects/units/HomeLink.tsx';
import { PersonLinks } from '../../../subjects/users/PersonLink.tsx';

/** The one unit with a number; null where there are several, or none, and undefined until they are read. */
export function useUnitAt(door: string): Unit | null | undefined {
  const { data: units } = useCachedQuery('listUnits', {});
  return useMemo(() => {
    const [unit, ...others] = units?.filter(({ unit_number }) => isSameDoor(unit_number, door)) ?? [];
    return units && (unit && others.length === 0 ? unit : null);
  }, [units, door]);
}

/** Who lives in a unit now, by name; empty for nobody. */
export const livesIn = ({ tenant_info }: Unit): string => tenant_info.map(fullNameOf).join(', ');

/** The one home that has a number, and who lives there now, or that several have it, or none. */
export function ClaimedHome({ door }: { door: string }) {
  const unit = useUnitAt(door);
  // Its line stands there before the homes are read, so that nothing below it moves.
  if (unit === undefined) return <p className="text-sm">&nbsp;</p>;
  if (!unit) return <p className="text-sm text-muted">Choose which home it is.</p>;
  return (
    <p className="text-sm text-muted">
      <HomeLink unit={unit.id}>{unitLabel(unit)}</HomeLink>:{' '}
      {unit.tenant_info.length === 0 ? (
        'nobody lives there now'
      ) : (
        <>
          <PersonLinks people={unit.tenant_info} /> lives there now
        </>
      )}
    </p>
  );
}

import { unitLabel, type Unit } from '../../../contract/units/unit.ts';

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

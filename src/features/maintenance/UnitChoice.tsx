import { unitLabel } from '../../../contract/units/unit.ts';
import { FailedRead } from '../../screens/Loaded.tsx';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { compareNaturally } from '../../ui/data/naturalOrder.ts';
import { Select } from '../../ui/forms/Select.tsx';

export interface ChosenUnit {
  id: number;
  /** As a request shows it. */
  words: string;
}

interface UnitChoiceProps {
  value: ChosenUnit | undefined;
  error: string | undefined;
  onChange: (unit: ChosenUnit | undefined) => void;
}

/** The unit a manager reports for, by property and in the order of the doors. */
export function UnitChoice({ value, error, onChange }: UnitChoiceProps) {
  const units = useCachedQuery('listUnits', {});
  const { error: failure, refresh } = units;
  if (failure) {
    return <FailedRead error={failure} refresh={refresh} failed={() => 'Failed to fetch units.'} />;
  }

  const properties = new Map(units.data?.map((unit) => [unit.property_id, unit.property_name]));
  return (
    <Select
      label="Unit"
      name="unit"
      required
      error={error}
      disabled={units.isPending}
      value={value?.id ?? ''}
      onChange={(event) => {
        const unit = units.data?.find(({ id }) => String(id) === event.target.value);
        onChange(unit && { id: unit.id, words: unitLabel(unit) });
      }}
    >
      <option value="">--Select a Unit--</option>
      {/* Until the units are read, the one that was chosen stands by itself. */}
      {units.isPending && value && <option value={value.id}>{value.words}</option>}
      {[...properties].map(([id, name]) => (
        <optgroup key={id} label={name}>
          {units.data
            ?.filter((unit) => unit.property_id === id)
            .sort((a, b) => compareNaturally(a.unit_number, b.unit_number))
            .map((unit) => (
              <option key={unit.id} value={unit.id}>
                {unitLabel(unit)}
              </option>
            ))}
        </optgroup>
      ))}
    </Select>
  );
}

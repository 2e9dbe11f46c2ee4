import { FailedRead } from '../../Loaded.tsx';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { Select } from '../../ui/forms/Select.tsx';
import { unitsOf, type Home } from './userUnits.ts';

interface HomeFieldsProps {
  home: Home;
  required?: boolean;
  error: string | undefined;
  onChange: (home: Home) => void;
}

/** A property, and of its units the one that the person lives in. */
export function UnitFields({ home, required, error, onChange }: HomeFieldsProps) {
  const properties = useCachedQuery('listProperties', {});
  const units = useCachedQuery('listUnits', {});
  const failed = [properties, units].find((list) => list.error);
  if (failed?.error) {
    return (
      <FailedRead error={failed.error} refresh={failed.refresh} failed={() => 'Failed to fetch units.'} />
    );
  }

  const waiting = properties.isPending || units.isPending;
  const property = properties.data?.find(({ id }) => String(id) === home.property) ?? properties.data?.[0];
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Select
        label="Property"
        required={required}
        disabled={waiting}
        value={property?.id ?? ''}
        onChange={({ target }) => onChange({ property: target.value, unit: '' })}
      >
        {properties.data?.map(({ id, property_name }) => (
          <option key={id} value={id}>
            {property_name}
          </option>
        ))}
      </Select>
      <Select
        label="Unit"
        name="unit"
        required={required}
        error={error}
        disabled={waiting}
        value={home.unit}
        onChange={({ target }) => onChange({ ...home, unit: target.value })}
      >
        <option value="">No unit</option>
        {property &&
          unitsOf(property.id, units.data ?? []).map(({ id, unit_number }) => (
            <option key={id} value={id}>
              {unit_number}
            </option>
          ))}
      </Select>
    </div>
  );
}

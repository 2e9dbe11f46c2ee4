import { SearchField } from '../../../ui/forms/SearchField.tsx';
import { Select } from '../../../ui/forms/Select.tsx';
import type { useChosenProperty } from './useChosenProperty.ts';

/** From this many units on they can be searched. */
const MANY = 10;

interface MeterSearchProps {
  chosen: ReturnType<typeof useChosenProperty>;
  search: string;
  onSearch: (search: string) => void;
}

/** Which of the homes to read are shown: those of a property, and those of a number. */
export function MeterSearch({ chosen, search, onSearch }: MeterSearchProps) {
  const { properties, property, units, choose } = chosen;
  const searched = units.length > MANY || units.some(({ meters }) => meters.length > 0);
  return (
    <div className="mb-6 grid gap-3 empty:hidden sm:grid-cols-2">
      {properties.length > 1 && (
        <Select label="Property" value={property} onChange={({ target }) => choose(target.value)}>
          <option value="">All properties</option>
          {properties.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
      {searched && <SearchField label="Unit or number of a meter" value={search} onChange={onSearch} />}
    </div>
  );
}

import { FilterBar } from '../../ui/data/FilterBar.tsx';
import { SearchField } from '../../ui/forms/SearchField.tsx';
import { Select } from '../../ui/forms/Select.tsx';
import { SEARCHED, type Searched } from './searchUsers.ts';

export type ActivityFilter = 'active' | 'inactive';

interface UserFiltersProps {
  which: ActivityFilter;
  by: Searched;
  typed: string;
  /** How many accounts are active and not. */
  active: number;
  inactive: number;
  onWhich: (which: ActivityFilter) => void;
  onBy: (by: Searched) => void;
  onTyped: (typed: string) => void;
}

/** What is searched for among the users, and whether among those whose account is active. */
export function UserFilters({
  which,
  by,
  typed,
  active,
  inactive,
  onWhich,
  onBy,
  onTyped,
}: UserFiltersProps) {
  return (
    <div className="mb-4 grid items-end gap-4 sm:grid-cols-[11rem_1fr] lg:grid-cols-[11rem_1fr_auto]">
      <Select label="Search by" value={by} onChange={({ target }) => onBy(target.value as Searched)}>
        {SEARCHED.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <SearchField label="Search" autoComplete="off" value={typed} onChange={onTyped} />
      <div className="sm:max-lg:col-span-2">
        <FilterBar
          label="Accounts"
          options={[
            { value: 'active', label: 'Active', count: active },
            { value: 'inactive', label: 'Inactive', count: inactive },
          ]}
          value={which}
          onChange={onWhich}
        />
      </div>
    </div>
  );
}

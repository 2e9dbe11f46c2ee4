import { propertyLabel, type Property } from '../../../contract/properties/property.ts';
import { SearchField } from '../../ui/forms/SearchField.tsx';
import { Select } from '../../ui/forms/Select.tsx';
import type { useListAddress } from '../../ui/lists/useListAddress.ts';
import { EVERYONE } from './audience.ts';

interface AnnouncementSearchProps {
  list: ReturnType<typeof useListAddress>;
  properties: readonly Property[];
  /** The id of a property, or everyone; blank for any. */
  readers: string;
}

/** What management asks of the list beside the status: words, and whom an announcement is for. */
export function AnnouncementSearch({ list, properties, readers }: AnnouncementSearchProps) {
  return (
    <div className="grid grow basis-full grid-cols-1 gap-3 sm:grid-cols-2">
      <SearchField
        label="Search announcements"
        value={list.typed}
        onChange={list.setTyped}
        autoComplete="off"
      />
      {(properties.length > 1 || readers !== '') && (
        <Select label="For" value={readers} onChange={(event) => list.write('property', event.target.value)}>
          <option value="">Anyone</option>
          <option value={EVERYONE}>Everyone</option>
          {properties.map((property) => (
            <option key={property.id} value={property.id}>
              {propertyLabel(property, properties)}
            </option>
          ))}
        </Select>
      )}
    </div>
  );
}

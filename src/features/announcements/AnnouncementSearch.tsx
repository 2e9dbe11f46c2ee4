import { propertyLabel, type Property } from '../../../contract/properties/property.ts';
import { SearchField } from '../../ui/forms/SearchField.tsx';
import { Select } from '../../ui/forms/Select.tsx';
import { OrderSelect } from '../../ui/lists/OrderSelect.tsx';
import type { useListAddress } from '../../ui/lists/useListAddress.ts';
import { ORDERS } from './announcementListing.ts';
import { EVERYONE } from './audience.ts';

interface AnnouncementSearchProps {
  list: ReturnType<typeof useListAddress>;
  properties: readonly Property[];
  /** The id of a property, or everyone; blank for any. */
  readers: string;
  /** By what the list stands. */
  order: string;
}

/** What management asks of the list beside the status: words, whom an announcement is for, and the order. */
export function AnnouncementSearch({ list, properties, readers, order }: AnnouncementSearchProps) {
  return (
    <div className="grid grow basis-full grid-cols-pair gap-3 sm:grid-cols-3">
      <SearchField
        label="Search announcements"
        value={list.typed}
        onChange={list.setTyped}
        autoComplete="off"
        className="col-span-full sm:col-span-1"
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
      <OrderSelect orders={ORDERS} value={order} list={list} />
    </div>
  );
}

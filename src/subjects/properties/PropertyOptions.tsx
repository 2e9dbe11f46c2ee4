import type { Property } from '../../../contract/properties/property.ts';

/** The properties that a `Select` offers, by their ids, after what it says while none is chosen. */
export function PropertyOptions({ none, properties }: { none: string; properties: readonly Property[] }) {
  return (
    <>
      <option value="">{none}</option>
      {properties.map(({ id, property_name }) => (
        <option key={id} value={id}>
          {property_name}
        </option>
      ))}
    </>
  );
}

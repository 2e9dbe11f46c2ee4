import { useId } from 'react';
import { propertyLabel, type Property } from '../../../contract/properties/property.ts';
import { Checkbox } from '../../ui/forms/Checkbox.tsx';
import { FieldHelp } from '../../ui/forms/FieldFrame.tsx';

interface PropertyChoiceProps {
  properties: readonly Property[];
  chosen: readonly number[];
  error: string | undefined;
  onChange: (chosen: number[]) => void;
}

/** The properties whose residents an announcement is for. */
export function PropertyChoice({ properties, chosen, error, onChange }: PropertyChoiceProps) {
  const id = useId();
  return (
    <div
      role="group"
      aria-label="Properties"
      aria-describedby={error ? `${id}-error` : undefined}
      className="flex flex-col gap-1"
    >
      {properties.map((property) => (
        <Checkbox
          key={property.id}
          name="property_ids"
          label={propertyLabel(property, properties)}
          checked={chosen.includes(property.id)}
          onChange={({ target: { checked } }) =>
            onChange(checked ? [...chosen, property.id] : chosen.filter((each) => each !== property.id))
          }
        />
      ))}
      <FieldHelp
        id={id}
        help="Residents of these properties read it, and nobody else is told of it."
        error={error}
      />
    </div>
  );
}

import type { Property } from '../../../contract/properties/property.ts';
import { numberText } from '../../../contract/values/numberText.ts';
import { Button } from '../../ui/forms/Button.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { DescriptionList } from '../../ui/data/DescriptionList.tsx';
import { PropertyLink } from '../../subjects/properties/PropertyLink.tsx';
import { Phone, phoneText } from '../../subjects/phone/Phone.tsx';

interface PropertyCardProps {
  property: Property;
  online: boolean;
  onDelete: () => void;
}

export function PropertyCard({ property, online, onDelete }: PropertyCardProps) {
  const { id, property_name, address, phone_number, total_units, time_zone } = property;
  return (
    <Card
      as="li"
      title={
        <PropertyLink alone id={id}>
          {property_name}
        </PropertyLink>
      }
    >
      <DescriptionList
        items={[
          { label: 'Address', value: address },
          { label: 'Phone', value: <Contact number={phone_number} /> },
          {
            label: 'Total units',
            value:
              total_units === null ? (
                <span className="text-muted">Not specified</span>
              ) : (
                numberText(total_units)
              ),
          },
          ...(time_zone ? [{ label: 'Time zone', value: time_zone.replaceAll('_', ' ') }] : []),
          { label: 'Property ID', value: id },
        ]}
      />
      <div className="mt-auto flex flex-wrap gap-3 max-sm:grid max-sm:grid-cols-2">
        <ButtonLink to={`/admin/editproperty/${id}`} variant="secondary" aria-label={`Edit ${property_name}`}>
          Edit
        </ButtonLink>
        <Button variant="quiet" disabled={!online} aria-label={`Delete ${property_name}`} onClick={onDelete}>
          Delete
        </Button>
      </div>
    </Card>
  );
}

/** Only ten digits are a number that is shown; any other is told as it was typed, so that it can be mended. */
function Contact({ number }: { number: string | null }) {
  if (number !== null && phoneText(number) !== undefined) {
    return (
      <Phone
        number={number}
        className="-my-2.5 inline-flex min-h-11 items-center font-semibold text-accent-ink tabular-nums underline"
      />
    );
  }
  return (
    <span className="text-muted">
      Not provided
      {number !== null && <span className="block text-sm">“{number}” is not a number of ten digits.</span>}
    </span>
  );
}

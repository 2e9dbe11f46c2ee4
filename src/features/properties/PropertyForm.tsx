import { useNavigate } from 'react-router-dom';
import type { Property } from '../../../contract/properties/property.ts';
import { ChangeHistory } from '../../subjects/audit/ChangeHistory.tsx';
import { changesOf } from '../../forms/changesOf.ts';
import { useRefreshAfterChange } from '../../offline/hooks/useCachedQuery.ts';
import { useOnlineForm } from '../../forms/useOnlineForm.ts';
import { timeZones } from '../../subjects/community/timeZones.ts';
import { Field } from '../../ui/forms/Field.tsx';
import { FormCard } from '../../ui/forms/FormCard.tsx';
import { parseOptionalNumber } from '../../../contract/values/parseNumber.ts';
import { Select } from '../../ui/forms/Select.tsx';
import { useToast } from '../../ui/feedback/Toasts.tsx';
import { changeLabels, PROPERTIES } from './changeLabels.ts';

/** As the fields have them. */
interface Typed {
  property_name: string;
  address: string;
  phone_number: string;
  total_units: string;
  time_zone: string;
}

/** How a new property's body names the form's fields. */
const NAMED = {
  propertyName: 'property_name',
  phoneNumber: 'phone_number',
  totalUnits: 'total_units',
  timeZone: 'time_zone',
} as const;

/** Adds a property, or changes one that is given. */
export function PropertyForm({ property }: { property?: Property }) {
  const toast = useToast();
  const navigate = useNavigate();
  const refreshAfterChange = useRefreshAfterChange();
  const form = useOnlineForm({
    draft: property ? `edit-property-${property.id}` : 'new-property',
    initial: typedOf(property),
    route: property ? 'updateProperty' : 'createProperty',
    inputOf: (typed, began) =>
      property
        ? { params: { id: String(property.id) }, body: changesOf(updateOf(began), updateOf(typed)) }
        : { body: newOf(typed) },
    named: NAMED,
    failed: (message = property ? 'Failed to update property' : 'Failed to add property') => message,
    onFailed: toast.error,
    onDone: async ({ property_name }) => {
      await refreshAfterChange();
      toast.success(`Property "${property_name}" ${property ? 'updated' : 'added'} successfully!`);
      await navigate(PROPERTIES);
    },
  });
  const { field, startOver } = form;
  return (
    <FormCard
      submitLabel={property ? 'Save Changes' : 'Add Property'}
      form={form}
      onCancel={() => void startOver().then(() => navigate(PROPERTIES))}
      below={property && <ChangeHistory subject="property" id={property.id} labels={changeLabels} />}
    >
      <Field label="Property name" required autoComplete="off" {...field('property_name')} />
      <Field label="Address" required autoComplete="off" {...field('address')} />
      <Field
        type="tel"
        label="Phone"
        autoComplete="off"
        help="Ten digits, such as 518-555-0142. Residents call it from the contact page."
        {...field('phone_number')}
      />
      <Field inputMode="numeric" label="Number of units" autoComplete="off" {...field('total_units')} />
      <Select label="Time zone" help="Charges of leases are posted on its days." {...field('time_zone')}>
        <option value="">The community’s</option>
        {timeZones(property?.time_zone).map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </Select>
    </FormCard>
  );
}

function typedOf(property: Property | undefined): Typed {
  return {
    property_name: property?.property_name ?? '',
    address: property?.address ?? '',
    phone_number: property?.phone_number ?? '',
    total_units: String(property?.total_units ?? ''),
    time_zone: property?.time_zone ?? '',
  };
}

function updateOf({ property_name, address, phone_number, total_units, time_zone }: Typed) {
  return {
    property_name,
    address,
    phone_number: phone_number.trim() || null,
    total_units: parseOptionalNumber(total_units),
    time_zone: time_zone || null,
  };
}

function newOf(typed: Typed) {
  const { property_name, address, phone_number, total_units, time_zone } = updateOf(typed);
  return {
    propertyName: property_name,
    address,
    phoneNumber: phone_number,
    totalUnits: total_units,
    timeZone: time_zone,
  };
}

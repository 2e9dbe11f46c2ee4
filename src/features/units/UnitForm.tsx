import { useNavigate } from 'react-router-dom';
import type { Property } from '../../../contract/properties/property.ts';
import type { Unit } from '../../../contract/units/unit.ts';
import { ChangeHistory } from '../../subjects/audit/ChangeHistory.tsx';
import { changesOf } from '../../forms/changesOf.ts';
import { useRefreshAfterChange } from '../../offline/hooks/useCachedQuery.ts';
import { useOnlineForm } from '../../forms/useOnlineForm.ts';
import { Field } from '../../ui/forms/Field.tsx';
import { FormCard } from '../../ui/forms/FormCard.tsx';
import { parseOptionalAmount } from '../../../contract/values/parseNumber.ts';
import { Select } from '../../ui/forms/Select.tsx';
import { TextArea } from '../../ui/forms/TextArea.tsx';
import { useToast } from '../../ui/feedback/Toasts.tsx';
import { changeLabels, UNITS } from '../../subjects/units/changeLabels.ts';

/** As the fields have them. */
interface Typed {
  property_id: string;
  unit_number: string;
  rent_amount: string;
  notes: string;
  tenants: string;
  area: string;
}

/** How a new unit's body names the form's fields. */
const NAMED = { propertyId: 'property_id', unitNumber: 'unit_number', rentAmount: 'rent_amount' } as const;

interface UnitFormProps {
  properties: readonly Property[];
  /** The unit to change; none to add one. */
  unit?: Unit;
}

/** Adds a unit, or changes one that is given. */
export function UnitForm({ properties, unit }: UnitFormProps) {
  const toast = useToast();
  const navigate = useNavigate();
  const refreshAfterChange = useRefreshAfterChange();
  const form = useOnlineForm({
    draft: unit ? `edit-unit-${unit.id}` : 'new-unit',
    initial: typedOf(unit),
    route: unit ? 'updateUnit' : 'createUnit',
    inputOf: (typed, began) =>
      unit
        ? { params: { id: String(unit.id) }, body: changesOf(updateOf(began), updateOf(typed)) }
        : { body: newOf(typed) },
    named: NAMED,
    failed: (message = unit ? 'Failed to update unit' : 'Failed to create unit') => message,
    onFailed: toast.error,
    onDone: async ({ unit_number }) => {
      await refreshAfterChange();
      toast.success(`Unit ${unit_number} ${unit ? 'updated' : 'created'} successfully!`);
      await navigate(UNITS);
    },
  });
  const { field, startOver } = form;
  return (
    <FormCard
      submitLabel={unit ? 'Save Changes' : 'Add Unit'}
      form={form}
      onCancel={() => void startOver().then(() => navigate(UNITS))}
      below={unit && <ChangeHistory subject="unit" id={unit.id} labels={changeLabels(properties)} />}
    >
      <Select label="Property ID" required {...field('property_id')}>
        <option value="">--Select a Property--</option>
        {properties.map(({ id, property_name }) => (
          <option key={id} value={id}>
            {property_name} (ID {id})
          </option>
        ))}
      </Select>
      <Field
        label="Unit number"
        required
        autoComplete="off"
        help="As it stands on the door: 101 or 2B."
        {...field('unit_number')}
      />
      <Field
        inputMode="decimal"
        autoComplete="off"
        label="Rent amount"
        before="$"
        help="Dollars a month"
        {...field('rent_amount')}
      />
      <TextArea label="Notes" rows={3} help="Only management sees them." {...field('notes')} />
      <Field
        label="Tenants"
        autoComplete="off"
        help="Names for your own reference. Accounts are given a unit in Manage Users."
        {...field('tenants')}
      />
      <Field
        inputMode="decimal"
        autoComplete="off"
        label="Area"
        help="Square feet, by which the cost of a common meter can be shared."
        {...field('area')}
      />
    </FormCard>
  );
}

function typedOf(unit: Unit | undefined): Typed {
  return {
    property_id: String(unit?.property_id ?? ''),
    unit_number: unit?.unit_number ?? '',
    rent_amount: String(unit?.rent_amount ?? ''),
    notes: unit?.notes ?? '',
    tenants: unit?.tenants ?? '',
    area: String(unit?.area ?? ''),
  };
}

function updateOf({ property_id, unit_number, rent_amount, notes, tenants, area }: Typed) {
  return {
    property_id: Number(property_id),
    unit_number,
    rent_amount: parseOptionalAmount(rent_amount),
    notes: notes.trim() || null,
    tenants: tenants.trim() || null,
    area: parseOptionalAmount(area),
  };
}

function newOf(typed: Typed) {
  const { property_id, unit_number, rent_amount, notes, tenants, area } = updateOf(typed);
  return {
    ...{ propertyId: property_id, unitNumber: unit_number, rentAmount: rent_amount, notes, tenants },
    ...(area === null ? {} : { area }),
  };
}

import { CATEGORIES } from '../../../contract/maintenance/requestDetails.ts';
import type { Property } from '../../../contract/properties/property.ts';
import type { Unit } from '../../../contract/units/unit.ts';
import type { UpkeepPlan } from '../../../contract/upkeep/upkeep.ts';
import { parseNumber } from '../../../contract/values/parseNumber.ts';
import { useOnlineForm } from '../../forms/useOnlineForm.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { PropertyOptions } from '../../subjects/properties/PropertyOptions.tsx';
import { compareNaturally } from '../../ui/data/naturalOrder.ts';
import { isoDay } from '../../ui/data/Time.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { FormModal } from '../../ui/forms/FormModal.tsx';
import { Select } from '../../ui/forms/Select.tsx';
import { TextArea } from '../../ui/forms/TextArea.tsx';

interface UpkeepFormProps {
  /** The plan that is changed; without it a new one is added. */
  plan?: UpkeepPlan | undefined;
  onDone: (message: string) => void;
  onClose: () => void;
}

/** The form of work that recurs, once it is known for which homes it can be. */
export function UpkeepForm(props: UpkeepFormProps) {
  const properties = useCachedQuery('listProperties', {});
  const units = useCachedQuery('listUnits', {});
  if (properties.isPending || units.isPending) return <></>;
  return <PlanForm {...props} properties={properties.data ?? []} units={units.data ?? []} />;
}

interface PlanFormProps extends UpkeepFormProps {
  properties: readonly Property[];
  units: readonly Unit[];
}

function PlanForm({ plan, properties, units, onDone, onClose }: PlanFormProps) {
  const form = useOnlineForm({
    draft: plan ? `upkeep-${plan.id}` : 'new-upkeep',
    at: plan ? `/admin/upkeep?change=${plan.id}` : '/admin/upkeep?new=1',
    initial: typedOf(plan),
    route: plan ? 'changeUpkeep' : 'addUpkeep',
    inputOf: ({ information, category, property_id, unit_id, every_months, next_on }) => ({
      params: { id: String(plan?.id) },
      body: {
        ...{ information, next_on, every_months: parseNumber(every_months) },
        category: category || null,
        property_id: Number(property_id),
        unit_id: unit_id === '' ? null : Number(unit_id),
      },
    }),
    failed: (message = 'This could not be planned.') => message,
    onDone: () => onDone(plan ? 'The upkeep was changed.' : 'The upkeep was planned.'),
  });
  const { field, values } = form;
  const homes = units
    .filter(({ property_id }) => String(property_id) === values.property_id)
    .sort((a, b) => compareNaturally(a.unit_number, b.unit_number));
  return (
    <FormModal
      title={plan ? 'Change Upkeep' : 'Plan Upkeep'}
      submitLabel={plan ? 'Save' : 'Plan Upkeep'}
      busyLabel="Saving..."
      form={form}
      needs="You need a connection to plan upkeep. What you write is kept on this device."
      onClose={onClose}
    >
      <TextArea
        label="What is to be done"
        required
        rows={3}
        help="Such as: New filters. Each request says it, and residents read it."
        {...field('information')}
      />
      <Select
        label="Property"
        required
        {...field('property_id')}
        onChange={({ target }) => form.set({ property_id: target.value, unit_id: '' })}
      >
        <PropertyOptions none="--Select a Property--" properties={properties} />
      </Select>
      <Select label="For" {...field('unit_id')}>
        <option value="">Every home of the property</option>
        {homes.map(({ id, unit_number }) => (
          <option key={id} value={id}>
            Unit {unit_number}
          </option>
        ))}
      </Select>
      <Field
        label="Every (months)"
        inputMode="numeric"
        autoComplete="off"
        required
        help="3 is once a quarter, 12 once a year."
        {...field('every_months')}
      />
      <Field label="Next day" type="date" required min={isoDay()} {...field('next_on')} />
      <Select label="Category (optional)" {...field('category')}>
        <option value="">Not said</option>
        {CATEGORIES.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </Select>
    </FormModal>
  );
}

function typedOf(plan: UpkeepPlan | undefined) {
  return {
    information: plan?.information ?? '',
    category: (plan?.category ?? '') as '' | (typeof CATEGORIES)[number],
    property_id: plan ? String(plan.property_id) : '',
    unit_id: plan?.unit_id == null ? '' : String(plan.unit_id),
    every_months: plan ? String(plan.every_months) : '',
    next_on: plan?.next_on ?? '',
  };
}

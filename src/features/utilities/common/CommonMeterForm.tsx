import { usageText } from '../../../../contract/utilities/billPrice.ts';
import type { CommonMeter } from '../../../../contract/utilities/commonMeters.ts';
import { SHARED_BY, SHARED_BY_LABELS, type SharedBy } from '../../../../contract/utilities/commonShares.ts';
import { METER_LABELS, type Meter } from '../../../../contract/utilities/meters.ts';
import type { Property } from '../../../../contract/properties/property.ts';
import { isSameDoor } from '../../../../contract/units/doorNumber.ts';
import type { Unit } from '../../../../contract/units/unit.ts';
import { useOnlineForm } from '../../../forms/useOnlineForm.ts';
import { useCachedQuery } from '../../../offline/hooks/useCachedQuery.ts';
import { ChangeHistory, type ChangeLabels } from '../../../subjects/audit/ChangeHistory.tsx';
import { NewMeterFields, numbersOf } from '../../../subjects/utilities/NewMeterFields.tsx';
import { PropertyOptions } from '../../../subjects/properties/PropertyOptions.tsx';
import { isoDay, timeText } from '../../../ui/data/Time.tsx';
import { FormModal } from '../../../ui/forms/FormModal.tsx';
import { Select } from '../../../ui/forms/Select.tsx';
import { TextArea } from '../../../ui/forms/TextArea.tsx';

interface CommonMeterFormProps {
  /** The one to change; none for a new one. */
  meter: CommonMeter | undefined;
  onDone: (message: string) => void;
  onClose: () => void;
}

/** The doors as they are typed, with commas. */
const doorsOf = (homes: string) =>
  homes
    .split(/[,;\n]/)
    .map((door) => door.trim())
    .filter(Boolean);

const changeLabels = (units: readonly Unit[]): ChangeLabels => ({
  property_id: { label: 'Property ID' },
  kind: { label: 'Kind', text: (kind) => METER_LABELS[kind as Meter].name },
  serial_number: { label: 'Number on the meter' },
  measure: { label: 'Counts in' },
  digits: { label: 'Digits' },
  multiplier: { label: 'Multiplier' },
  place: { label: 'Place' },
  shared_by: { label: 'Shared', text: (by) => SHARED_BY_LABELS[by as SharedBy] },
  unit_ids: {
    label: 'Homes that share it',
    text: (ids) =>
      String(ids)
        .split(', ')
        .map((id) => units.find((unit) => String(unit.id) === id)?.unit_number ?? 'a deleted unit')
        .join(', '),
  },
  reading: { label: 'Reading', text: (value) => usageText(Number(value)) },
  removed_on: { label: 'Removed on', text: (day) => timeText(String(day)) },
  replaces: { label: 'In place of', text: (id) => `meter with ID ${String(id)}` },
});

/** Adds a meter that homes share, or changes how they share it, once it is known which homes there are. */
export function CommonMeterForm(props: CommonMeterFormProps) {
  const { data: properties } = useCachedQuery('listProperties', {});
  const { data: units } = useCachedQuery('listUnits', {});
  return properties && units ? <Form {...props} {...{ properties, units }} /> : <></>;
}

interface FormProps extends CommonMeterFormProps {
  properties: readonly Property[];
  units: readonly Unit[];
}

function Form({ meter, properties, units, onDone, onClose }: FormProps) {
  const ofProperty = (id: string) => units.filter(({ property_id }) => String(property_id) === id);
  const homeOf = (id: string, door: string): Unit | undefined =>
    ofProperty(id).find(({ unit_number }) => isSameDoor(unit_number, door));
  const form = useOnlineForm({
    draft: meter ? `common-meter-${meter.id}` : 'new-common-meter',
    initial: {
      property_id: String(meter?.property_id ?? ''),
      kind: meter?.kind ?? 'water',
      ...{ serial_number: '', measure: 'gal', digits: '6', multiplier: '1', place: meter?.place ?? '' },
      ...{ installed_on: isoDay(), first_value: '' },
      shared_by: meter?.shared_by ?? 'equally',
      unit_ids: units
        .filter(({ id }) => meter?.unit_ids.includes(id))
        .map(({ unit_number }) => unit_number)
        .join(', '),
    },
    route: meter ? 'changeCommonMeter' : 'addCommonMeter',
    check: ({ property_id, unit_ids }): Record<string, string> => {
      const unknown = doorsOf(unit_ids).find((door) => !homeOf(property_id, door));
      return unknown === undefined || property_id === ''
        ? {}
        : { unit_ids: `This property has no unit ${unknown}.` };
    },
    inputOf: ({ property_id, shared_by, unit_ids, ...typed }) => {
      const homes = doorsOf(unit_ids).flatMap((door) => homeOf(property_id, door)?.id ?? []);
      const sharing = { shared_by, place: typed.place, unit_ids: [...new Set(homes)] };
      if (meter) return { params: { id: String(meter.id) }, body: sharing };
      return { params: { id: property_id }, body: { ...typed, ...numbersOf(typed), ...sharing } };
    },
    failed: (message = 'The common meter could not be saved.') => message,
    onDone: () => onDone('The common meter was saved.'),
  });
  const { field, set } = form;
  const property = field('property_id');
  return (
    <FormModal
      title={meter ? 'Change Common Meter' : 'Add Common Meter'}
      submitLabel="Save Common Meter"
      busyLabel="Saving..."
      form={form}
      onClose={onClose}
      below={meter && <ChangeHistory subject="common_meter" id={meter.id} labels={changeLabels(units)} />}
    >
      {!meter && (
        <>
          <Select
            label="Property"
            required
            {...property}
            onChange={async (event) => {
              await property.onChange(event);
              const chosen = ofProperty(event.target.value);
              set({ unit_ids: chosen.map(({ unit_number }) => unit_number).join(', ') });
            }}
          >
            <PropertyOptions none="--Select a Property--" properties={properties} />
          </Select>
          <NewMeterFields form={form} />
        </>
      )}
      <Select label="Shared" required {...field('shared_by')}>
        {SHARED_BY.map((each) => (
          <option key={each} value={each}>
            {SHARED_BY_LABELS[each]}
          </option>
        ))}
      </Select>
      <TextArea
        label="Homes that share it"
        rows={3}
        required
        help="Their unit numbers, with commas between them."
        {...field('unit_ids')}
      />
    </FormModal>
  );
}

import { useOnlineForm } from '../../../forms/useOnlineForm.ts';
import { isoDay } from '../../../ui/data/Time.tsx';
import { FormModal } from '../../../ui/forms/FormModal.tsx';
import {
  NewMeterFields,
  numbersOf,
  type TypedNewMeter,
} from '../../../subjects/utilities/NewMeterFields.tsx';

interface AddMeterProps {
  unit: number;
  onDone: (message: string) => void;
  onClose: () => void;
}

/** Adds a meter to a home. */
export function AddMeter({ unit, onDone, onClose }: AddMeterProps) {
  const initial: TypedNewMeter = {
    kind: 'water',
    ...{ serial_number: '', measure: 'gal', digits: '5', multiplier: '1', place: '' },
    ...{ installed_on: isoDay(), first_value: '' },
  };
  const form = useOnlineForm({
    draft: `new-meter-${unit}`,
    initial,
    route: 'addMeter',
    inputOf: (typed) => ({ params: { id: String(unit) }, body: { ...typed, ...numbersOf(typed) } }),
    failed: (message = 'The meter could not be added.') => message,
    onDone: () => onDone('The meter was added.'),
  });
  return (
    <FormModal title="Add Meter" submitLabel="Add Meter" busyLabel="Adding..." form={form} onClose={onClose}>
      <NewMeterFields form={form} />
    </FormModal>
  );
}

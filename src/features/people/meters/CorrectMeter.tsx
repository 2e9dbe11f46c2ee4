import type { InstalledMeter } from '../../../../contract/utilities/installedMeter.ts';
import { parseNumber } from '../../../../contract/values/parseNumber.ts';
import { useOnlineForm } from '../../../forms/useOnlineForm.ts';
import { meterName } from '../../../subjects/utilities/meterTexts.ts';
import { FormModal } from '../../../ui/forms/FormModal.tsx';
import { MeterFields, type TypedMeter } from '../../../subjects/utilities/MeterFields.tsx';

export interface MeterFormProps {
  meter: InstalledMeter;
  onDone: (message: string) => void;
  onClose: () => void;
}

/** Corrects what is known of a meter. */
export function CorrectMeter({ meter, onDone, onClose }: MeterFormProps) {
  const { id, kind, serial_number, measure, digits, multiplier, place } = meter;
  const initial: TypedMeter = {
    ...{ serial_number, measure, place: place ?? '' },
    ...{ digits: String(digits), multiplier: String(multiplier) },
  };
  const form = useOnlineForm({
    draft: `correct-meter-${id}`,
    at: `/admin/home/${meter.unit_id}?meter=${id}`,
    initial,
    route: 'correctMeter',
    inputOf: (typed) => ({
      params: { id: String(id) },
      body: { ...typed, digits: parseNumber(typed.digits), multiplier: parseNumber(typed.multiplier) },
    }),
    failed: (message = 'The meter could not be corrected.') => message,
    onDone: () => onDone('The meter was corrected. What was billed stays as it is.'),
  });
  return (
    <FormModal
      title={`Correct ${meterName(meter)}`}
      submitLabel="Save"
      busyLabel="Saving..."
      form={form}
      onClose={onClose}
    >
      <MeterFields kind={kind} form={form} />
    </FormModal>
  );
}

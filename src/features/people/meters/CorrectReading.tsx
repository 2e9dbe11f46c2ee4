import type { InstalledMeter } from '../../../../contract/utilities/installedMeter.ts';
import { parseNumber } from '../../../../contract/values/parseNumber.ts';
import { useOnlineForm } from '../../../forms/useOnlineForm.ts';
import { meterName } from '../../../subjects/utilities/meterTexts.ts';
import { Field } from '../../../ui/forms/Field.tsx';
import { FormModal } from '../../../ui/forms/FormModal.tsx';

interface CorrectReadingProps {
  meter: InstalledMeter;
  /** The reading's id, and what it was stored as where that is known. */
  reading: number;
  value: number | undefined;
  onDone: (message: string) => void;
  onClose: () => void;
}

/** Corrects what a meter showed, such as when it was removed. */
export function CorrectReading({ meter, reading, value, onDone, onClose }: CorrectReadingProps) {
  const form = useOnlineForm({
    draft: `correct-reading-${reading}`,
    at: `/admin/home/${meter.unit_id}?correct=${meter.id}&reading=${reading}`,
    initial: { value: value === undefined ? '' : String(value) },
    route: 'correctReading',
    inputOf: (typed) => ({
      params: { id: String(meter.id), reading: String(reading) },
      body: { value: parseNumber(typed.value) },
    }),
    failed: (message = 'The reading could not be corrected.') => message,
    onDone: () => onDone('The reading was corrected.'),
  });
  return (
    <FormModal
      title={`Correct a reading of ${meterName(meter)}`}
      submitLabel="Save"
      busyLabel="Saving..."
      form={form}
      onClose={onClose}
    >
      <Field label="Showed" inputMode="decimal" autoComplete="off" required {...form.field('value')} />
    </FormModal>
  );
}

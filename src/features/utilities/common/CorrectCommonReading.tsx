import { usageText } from '../../../../contract/utilities/billPrice.ts';
import type { CommonMeter } from '../../../../contract/utilities/commonMeters.ts';
import { parseNumber } from '../../../../contract/values/parseNumber.ts';
import { useOnlineChange } from '../../../forms/useOnlineChange.ts';
import { useOnlineForm } from '../../../forms/useOnlineForm.ts';
import { useOnline } from '../../../offline/hooks/useOnline.ts';
import { meterName } from '../../../subjects/utilities/meterTexts.ts';
import { timeText } from '../../../ui/data/Time.tsx';
import { StickyNotice } from '../../../ui/feedback/StickyNotice.tsx';
import { Button } from '../../../ui/forms/Button.tsx';
import { Field } from '../../../ui/forms/Field.tsx';
import { FormModal } from '../../../ui/forms/FormModal.tsx';

interface CorrectCommonReadingProps {
  meter: CommonMeter;
  reading: CommonMeter['readings'][number];
  onDone: (message: string) => void;
  onClose: () => void;
}

/** Corrects what a common meter showed, or removes a reading that was wrong altogether. */
export function CorrectCommonReading({ meter, reading, onDone, onClose }: CorrectCommonReadingProps) {
  const params = { id: String(meter.id), reading: String(reading.id) };
  const online = useOnline();
  const { notice, forgetNotice, change } = useOnlineChange();
  const form = useOnlineForm({
    draft: `correct-common-reading-${reading.id}`,
    at: `/admin/utilities?correct-common=${reading.id}`,
    initial: { value: String(reading.value) },
    route: 'correctCommonReading',
    inputOf: ({ value }) => ({ params, body: { value: parseNumber(value) } }),
    failed: (message = 'The reading could not be corrected.') => message,
    onDone: () => onDone('The reading was corrected.'),
  });
  const remove = () =>
    change({
      route: 'removeCommonReading',
      input: { params },
      question: {
        text: `Are you sure you want to remove the reading ${usageText(reading.value)} of ${timeText(reading.read_on)}? What was used is then counted up to the reading after it.`,
        confirmLabel: 'Remove Reading',
        danger: true,
      },
      onDone: () => onDone('The reading was removed.'),
      failed: (reason) => `The reading could not be removed: ${reason}`,
    });
  return (
    <FormModal
      title={`Correct a reading of ${meterName(meter)}`}
      submitLabel="Save"
      busyLabel="Saving..."
      form={form}
      onClose={onClose}
      below={
        !reading.first && (
          <Button variant="quiet" disabled={!online} onClick={() => void remove()}>
            Remove Reading
          </Button>
        )
      }
    >
      <StickyNotice notice={notice} onDone={forgetNotice} />
      <Field label="Showed" inputMode="decimal" autoComplete="off" required {...form.field('value')} />
    </FormModal>
  );
}

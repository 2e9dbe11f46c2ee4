import { useState } from 'react';
import { MOST_READING_PHOTOS } from '../../../../contract/utilities/readingPhotos.ts';
import { valueProblem } from '../../../../contract/utilities/readingRules.ts';
import type { AskedReading } from '../../../../contract/utilities/sentReadings.ts';
import { usageText } from '../../../../contract/utilities/billPrice.ts';
import { parseNumber } from '../../../../contract/values/parseNumber.ts';
import { useQueuedForm } from '../../../forms/useQueuedForm.ts';
import type { Change } from '../../../offline/engine/outbox/outbox.ts';
import { PhotoPicker } from '../../../subjects/photos/PhotoPicker.tsx';
import { meterName } from '../../../subjects/utilities/meterTexts.ts';
import { isoDay, timeText } from '../../../ui/data/Time.tsx';
import { Field } from '../../../ui/forms/Field.tsx';
import { FormModal } from '../../../ui/forms/FormModal.tsx';

interface SendReadingProps {
  asked: AskedReading;
  onSubmit: (change: Change<'sendReading'>) => Promise<void>;
  onClose: () => void;
}

/** What a resident reads at a meter of their home, as management asked, with or without a connection. */
export function SendReading({ asked, onSubmit, onClose }: SendReadingProps) {
  const { meter_id, measure, place, last_value, last_on } = asked;
  const [reading, setReading] = useState(false);
  const bodyOf = ({ value, note }: { value: string; note: string }) => ({
    value: parseNumber(value),
    read_on: isoDay(),
    ...(note.trim() ? { note: note.trim() } : {}),
  });
  const form = useQueuedForm({
    draft: `send-reading-${meter_id}`,
    initial: { value: '', note: '' },
    route: 'sendReading',
    bodyOf,
    check: ({ value }): Record<string, string> => {
      const problem = valueProblem(parseNumber(value), asked);
      return problem && !Number.isNaN(parseNumber(value)) ? { value: problem } : {};
    },
    onSubmit: (typed, photos, draft) =>
      onSubmit({
        route: 'sendReading',
        input: { params: { id: String(meter_id) }, body: bodyOf(typed) },
        shown: { meter: meterName(asked) },
        draft,
        photos,
      }),
  });
  return (
    <FormModal
      title={`Read ${meterName(asked)}`}
      submitLabel="Send Reading"
      busyLabel="Sending..."
      form={{ ...form, busy: form.busy || reading }}
      onClose={onClose}
    >
      <Field
        label={`Shows (${measure})`}
        inputMode="decimal"
        autoComplete="off"
        required
        help={[place, `It showed ${usageText(last_value)} on ${timeText(last_on)}.`]
          .filter(Boolean)
          .join(' · ')}
        {...form.field('value')}
      />
      <Field label="Note (optional)" autoComplete="off" {...form.field('note')} />
      <PhotoPicker
        photos={form.photos}
        onChange={form.draft.setPhotos}
        onReading={setReading}
        most={MOST_READING_PHOTOS}
        of="A reading"
      />
    </FormModal>
  );
}

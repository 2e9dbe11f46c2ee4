import { useState } from 'react';
import { isTheirs } from '../../../../contract/utilities/homeUsage.ts';
import type { InstalledMeter } from '../../../../contract/utilities/installedMeter.ts';
import { MOST_READING_PHOTOS } from '../../../../contract/utilities/readingPhotos.ts';
import { mayHaveRolledOver, valueProblem } from '../../../../contract/utilities/readingRules.ts';
import { parseNumber } from '../../../../contract/values/parseNumber.ts';
import { useQueuedForm } from '../../../forms/useQueuedForm.ts';
import type { OutboxItem } from '../../../offline/engine/database.ts';
import type { Change } from '../../../offline/engine/outbox/outbox.ts';
import { lastText, meterName } from '../../../subjects/utilities/meterTexts.ts';
import { NO_READING, readingBody, typedReading } from '../../../subjects/utilities/typedReading.ts';
import { PhotoPicker } from '../../../subjects/photos/PhotoPicker.tsx';
import { isoDay } from '../../../ui/data/Time.tsx';
import { Checkbox } from '../../../ui/forms/Checkbox.tsx';
import { Field } from '../../../ui/forms/Field.tsx';
import { FormModal } from '../../../ui/forms/FormModal.tsx';

interface ReadMeterProps {
  meter: InstalledMeter;
  /** The home, as it is named. */
  home: string;
  /** The reading that the server did not take: it is changed and sent again. */
  refused: OutboxItem<'readMeter'> | undefined;
  onSubmit: (change: Change<'readMeter'>) => Promise<void>;
  onClose: () => void;
}

/** What a meter shows without a bill, such as at a move, with or without a connection. */
export function ReadMeter({ meter, home, refused, onSubmit, onClose }: ReadMeterProps) {
  const { last, unit_id } = meter;
  const [reading, setReading] = useState(false);
  const sent = refused?.photos ?? [];
  const form = useQueuedForm({
    draft: `read-meter-${meter.id}`,
    initial: { ...NO_READING, read_on: isoDay(), ...(refused && typedReading(refused)) },
    route: 'readMeter',
    bodyOf: readingBody,
    check: ({ value, read_on, rolled_over }): Record<string, string> => {
      const shown = parseNumber(value);
      const tooLong = valueProblem(shown, meter);
      if (tooLong && !Number.isNaN(shown)) return { value: tooLong };
      if (read_on !== '' && read_on < last.read_on) return { read_on: `${lastText(last)}.` };
      const over = rolled_over && mayHaveRolledOver(last.value, shown, meter);
      return shown < last.value && !over
        ? { value: `This is below the last reading. ${lastText(last)}.` }
        : {};
    },
    onSubmit: async (typed, photos, draft) => {
      await onSubmit({
        route: 'readMeter',
        input: { params: { id: String(meter.id) }, body: readingBody(typed) },
        shown: { meter: `${meterName(meter)}, ${home}`, unit_id },
        draft,
        photos: [...sent, ...photos],
      });
      if (refused) await form.startOver();
    },
  });
  const { field, values } = form;
  const before = isTheirs(last, meter)
    ? 'What it used since comes with the next bill.'
    : 'What it used since is not billed: it began before they moved in.';
  return (
    <FormModal
      title={`Read ${meterName(meter)}`}
      submitLabel="Save Reading"
      busyLabel="Saving..."
      form={{
        ...form,
        busy: form.busy || reading,
        problem: form.problem ?? refused?.refusal?.failure.message,
      }}
      onClose={onClose}
    >
      <p className="text-muted">
        A reading without a bill, such as when somebody moves. The next bill counts from it.
      </p>
      <Field
        label="Shows"
        inputMode="decimal"
        autoComplete="off"
        required
        help={`${lastText(last)}. ${before}`}
        {...field('value')}
      />
      {form.ready && mayHaveRolledOver(last.value, parseNumber(values.value), meter) && (
        <Checkbox label="It rolled over since" {...field('rolled_over')} />
      )}
      <Field label="Read on" type="date" required max={isoDay()} {...field('read_on')} />
      <Checkbox label="This is an estimate" {...field('estimated')} />
      <Field label="Note (optional)" autoComplete="off" {...field('note')} />
      {sent.length > 0 && (
        <p className="text-muted">With {sent.length === 1 ? '1 photo' : `${sent.length} photos`} already.</p>
      )}
      <PhotoPicker
        photos={form.photos}
        onChange={form.draft.setPhotos}
        onReading={setReading}
        most={MOST_READING_PHOTOS - sent.length}
        of="A reading"
      />
    </FormModal>
  );
}

import type { CommonMeter } from '../../../../contract/utilities/commonMeters.ts';
import { mayHaveRolledOver, valueProblem } from '../../../../contract/utilities/readingRules.ts';
import { parseNumber } from '../../../../contract/values/parseNumber.ts';
import { useQueuedForm } from '../../../forms/useQueuedForm.ts';
import type { OutboxItem } from '../../../offline/engine/database.ts';
import type { Change } from '../../../offline/engine/outbox/outbox.ts';
import { lastText, meterName } from '../../../subjects/utilities/meterTexts.ts';
import { NO_READING, readingBody, typedReading } from '../../../subjects/utilities/typedReading.ts';
import { isoDay } from '../../../ui/data/Time.tsx';
import { Checkbox } from '../../../ui/forms/Checkbox.tsx';
import { Field } from '../../../ui/forms/Field.tsx';
import { FormModal } from '../../../ui/forms/FormModal.tsx';

interface ReadCommonMeterProps {
  meter: CommonMeter;
  /** The reading that the server did not take: it is changed and sent again. */
  refused: OutboxItem<'readCommonMeter'> | undefined;
  onSubmit: (change: Change<'readCommonMeter'>) => Promise<void>;
  onClose: () => void;
}

/** What a common meter shows, with or without a connection. */
export function ReadCommonMeter({ meter, refused, onSubmit, onClose }: ReadCommonMeterProps) {
  const { id, property_name } = meter;
  const [last] = meter.readings;
  const form = useQueuedForm({
    draft: `read-common-meter-${id}`,
    initial: { ...NO_READING, read_on: isoDay(), ...(refused && typedReading(refused)) },
    route: 'readCommonMeter',
    bodyOf: readingBody,
    check: ({ value, read_on, rolled_over }): Record<string, string> => {
      const shown = parseNumber(value);
      const tooLong = valueProblem(shown, meter);
      if (tooLong && !Number.isNaN(shown)) return { value: tooLong };
      if (!last) return {};
      if (read_on !== '' && read_on < last.read_on) return { read_on: `${lastText(last)}.` };
      const over = rolled_over && mayHaveRolledOver(last.value, shown, meter);
      return shown < last.value && !over
        ? { value: `This is below the last reading. ${lastText(last)}.` }
        : {};
    },
    onSubmit: async (typed, _photos, draft) => {
      await onSubmit({
        route: 'readCommonMeter',
        input: { params: { id: String(id) }, body: readingBody(typed) },
        shown: { meter: `${meterName(meter)}, ${property_name}` },
        draft,
      });
      if (refused) await form.startOver();
    },
  });
  const { field, values } = form;
  return (
    <FormModal
      title={`Read ${meterName(meter)}`}
      submitLabel="Save Reading"
      busyLabel="Saving..."
      form={{ ...form, problem: form.problem ?? refused?.refusal?.failure.message }}
      onClose={onClose}
    >
      <p className="text-muted">Nothing is billed before you have seen the shares.</p>
      <Field
        label="Shows"
        inputMode="decimal"
        autoComplete="off"
        required
        help={last ? `${lastText(last)}.` : undefined}
        {...field('value')}
      />
      {form.ready && last && mayHaveRolledOver(last.value, parseNumber(values.value), meter) && (
        <Checkbox label="It rolled over since" {...field('rolled_over')} />
      )}
      <Field label="Read on" type="date" required max={isoDay()} {...field('read_on')} />
      <Checkbox label="This is an estimate" {...field('estimated')} />
      <Field label="Note (optional)" autoComplete="off" {...field('note')} />
    </FormModal>
  );
}

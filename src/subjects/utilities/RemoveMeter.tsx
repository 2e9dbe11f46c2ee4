import { useOnlineForm } from '../../forms/useOnlineForm.ts';
import { meterName } from './meterTexts.ts';
import { isoDay } from '../../ui/data/Time.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { FormModal } from '../../ui/forms/FormModal.tsx';
import { LastValue, NO_REMOVAL, removalOf, type TakenMeterProps } from './LastValue.tsx';

/** Removes a meter of a home, in whose place there is none. */
export function RemoveMeter({ meter, shared, at, onDone, onClose }: TakenMeterProps) {
  const form = useOnlineForm({
    draft: `remove-${shared ? 'common-' : ''}meter-${meter.id}`,
    at,
    initial: { ...NO_REMOVAL, removed_on: isoDay() },
    route: shared ? 'removeCommonMeter' : 'removeMeter',
    inputOf: ({ removed_on, ...removal }) => ({
      params: { id: String(meter.id) },
      body: { ...removalOf(removal), removed_on },
    }),
    failed: (message = 'The meter could not be removed.') => message,
    onDone: () => onDone('The meter was removed.'),
  });
  return (
    <FormModal
      title={`Remove ${meterName(meter)}`}
      submitLabel="Remove Meter"
      busyLabel="Removing..."
      form={form}
      onClose={onClose}
    >
      <LastValue meter={meter} shared={shared} form={form} />
      <Field label="Removed on" type="date" required max={isoDay()} {...form.field('removed_on')} />
    </FormModal>
  );
}

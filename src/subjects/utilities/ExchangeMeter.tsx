import { parseNumber } from '../../../contract/values/parseNumber.ts';
import { useOnlineForm } from '../../forms/useOnlineForm.ts';
import { meterName } from './meterTexts.ts';
import { isoDay } from '../../ui/data/Time.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { FormModal } from '../../ui/forms/FormModal.tsx';
import { LastValue, NO_REMOVAL, removalOf, type TakenMeterProps, type TypedRemoval } from './LastValue.tsx';

interface Typed extends TypedRemoval {
  serial_number: string;
  digits: string;
  multiplier: string;
  first_value: string;
  exchanged_on: string;
}

/** Removes a meter, and installs another one in its place. */
export function ExchangeMeter({ meter, shared, at, onDone, onClose }: TakenMeterProps) {
  const initial: Typed = {
    ...NO_REMOVAL,
    ...{ serial_number: '', first_value: '', exchanged_on: isoDay() },
    ...{ digits: String(meter.digits), multiplier: String(meter.multiplier) },
  };
  const form = useOnlineForm({
    draft: `exchange-${shared ? 'common-' : ''}meter-${meter.id}`,
    at,
    initial,
    route: shared ? 'exchangeCommonMeter' : 'exchangeMeter',
    inputOf: ({ serial_number, digits, multiplier, first_value, exchanged_on, ...removal }) => ({
      params: { id: String(meter.id) },
      body: {
        ...{ ...removalOf(removal), serial_number, exchanged_on },
        digits: parseNumber(digits),
        multiplier: parseNumber(multiplier),
        first_value: parseNumber(first_value),
      },
    }),
    failed: (message = 'The meter could not be exchanged.') => message,
    onDone: () => onDone('The meter was exchanged.'),
  });
  const { field } = form;
  return (
    <FormModal
      title={`Exchange ${meterName(meter)}`}
      submitLabel="Exchange"
      busyLabel="Exchanging..."
      form={form}
      onClose={onClose}
    >
      <LastValue meter={meter} shared={shared} form={form} />
      <Field label="Number on the new meter" autoComplete="off" required {...field('serial_number')} />
      <Field
        label="New meter began at"
        inputMode="decimal"
        autoComplete="off"
        required
        help={`In ${meter.measure}, as the old one.`}
        {...field('first_value')}
      />
      <Field label="Digits" inputMode="numeric" autoComplete="off" required {...field('digits')} />
      <Field label="Multiplier" inputMode="decimal" autoComplete="off" required {...field('multiplier')} />
      <Field label="Exchanged on" type="date" required max={isoDay()} {...field('exchanged_on')} />
    </FormModal>
  );
}

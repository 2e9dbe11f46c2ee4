import type { TypedExchange } from '../../../offline/subjects/bills.ts';
import { Button } from '../../../ui/forms/Button.tsx';
import { Field } from '../../../ui/forms/Field.tsx';
import type { MeterProblem } from './readMeters.ts';

interface ExchangeFieldsProps {
  /** What the old meter showed when it was last billed. */
  last: string;
  exchange: TypedExchange;
  problem: MeterProblem | undefined;
  onChange: (exchange: TypedExchange) => void;
  onUndo: () => void;
}

/** What is asked of a meter that was found in another one's place. Each text is kept as it is typed. */
export function ExchangeFields({ last, exchange, problem, onChange, onUndo }: ExchangeFieldsProps) {
  const field = (name: keyof TypedExchange) => ({
    value: exchange[name],
    autoComplete: 'off',
    // An empty field is asked for by its mark alone, until the rest is there.
    error: problem?.field === name && exchange[name] !== '' ? problem.text : undefined,
    onChange: ({ target }: { target: HTMLInputElement }) => onChange({ ...exchange, [name]: target.value }),
  });
  return (
    <fieldset className="flex flex-col gap-3 rounded-control border border-line p-3">
      <legend className="px-1 text-sm font-semibold">Exchanged: the value above is the new meter’s</legend>
      <Field
        label="Old meter’s last value"
        inputMode="decimal"
        required
        help={last}
        {...field('last_value')}
      />
      <Field label="New meter’s number" required {...field('serial_number')} />
      <Field
        label="New meter began at"
        inputMode="decimal"
        required
        help="Often 0."
        {...field('first_value')}
      />
      <Field
        label="New meter’s digits"
        inputMode="numeric"
        required
        help="Before the decimal point."
        {...field('digits')}
      />
      <div>
        <Button variant="quiet" onClick={onUndo}>
          It was not exchanged
        </Button>
      </div>
    </fieldset>
  );
}

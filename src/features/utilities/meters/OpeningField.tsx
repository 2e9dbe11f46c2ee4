import type { InstalledMeter } from '../../../../contract/utilities/installedMeter.ts';
import { mayHaveRolledOver, valueBetween } from '../../../../contract/utilities/readingRules.ts';
import { daysBetween } from '../../../../contract/values/calendar.ts';
import { parseNumber } from '../../../../contract/values/parseNumber.ts';
import type { TypedReading } from '../../../offline/subjects/bills.ts';
import { openingQuestion } from '../../../subjects/utilities/meterTexts.ts';
import { Button } from '../../../ui/forms/Button.tsx';
import { Field } from '../../../ui/forms/Field.tsx';
import type { MeterProblem } from './readMeters.ts';

interface OpeningFieldProps {
  meter: InstalledMeter;
  typed: TypedReading;
  problem: MeterProblem | undefined;
  onChange: (opening: NonNullable<TypedReading['opening']>) => void;
}

/** What a meter showed at moving in: read then, the same as before, or estimated by days. What it counted before is not billed. */
export function OpeningField({ meter, typed, problem, onChange }: OpeningFieldProps) {
  const { last, lived_in_since } = meter;
  const text = typed.opening?.text ?? '';
  const now = parseNumber(typed.text);
  const known = now >= last.value || mayHaveRolledOver(last.value, now, meter);
  const estimate =
    known && lived_in_since
      ? valueBetween(
          last.value,
          now,
          { until: daysBetween(last.read_on, lived_in_since), all: daysBetween(last.read_on, typed.on) },
          meter,
        )
      : undefined;
  return (
    <div className="flex flex-col gap-2 rounded-control border border-line p-3">
      <Field
        label="Showed when they moved in"
        inputMode="decimal"
        autoComplete="off"
        required
        value={text}
        help={`${openingQuestion(meter)} What it counted before is not billed.`}
        error={problem?.field === 'opening' && text !== '' ? problem.text : undefined}
        onChange={({ target }) => onChange({ text: target.value })}
      />
      {text === '' && (
        <div role="group" aria-label="If nobody read it then" className="flex flex-wrap gap-2">
          <Button variant="secondary" onClick={() => onChange({ text: String(last.value) })}>
            Nothing was used before
          </Button>
          {estimate !== undefined && (
            <Button variant="secondary" onClick={() => onChange({ text: String(estimate), estimated: true })}>
              Estimate by days
            </Button>
          )}
        </div>
      )}
      {typed.opening?.estimated && <p className="text-sm text-muted">Estimated by days.</p>}
    </div>
  );
}

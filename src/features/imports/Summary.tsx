import type { ImportCounts, ImportPreview } from '../../../contract/imports/importPreview.ts';
import { numberText } from '../../../contract/values/numberText.ts';
import { PropertyLink } from '../../subjects/properties/PropertyLink.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';
import { ImportTerms } from './ImportTerms.tsx';
import { openQuestions } from './openQuestions.ts';
import { Questions } from './Questions.tsx';
import type { Chosen } from './useImport.ts';

interface SummaryProps {
  chosen: Chosen;
  preview: ImportPreview;
  busy: 'reading' | 'importing' | undefined;
  disabled: boolean;
  change: (changed: Partial<Chosen>) => void;
  onImport: () => void;
}

/** What is added, what must be said first, and the button. */
export function Summary(props: SummaryProps) {
  const { chosen, preview, busy, disabled, change, onImport } = props;
  // A server of the version before does not name them.
  const { adds, sheets, asks_date_order, questions, without_units = [] } = preview;
  const missing = openQuestions(questions);
  const open = missing.length;
  const errors = sheets.reduce((sum, sheet) => sum + sheet.errors.length, 0);
  // What depends on a row with an error is not counted, so that the numbers would mislead.
  const counts = errors > 0 || open > 0 ? [] : countsOf(adds);
  const importing = busy === 'importing';
  return (
    <Card title="What will be imported">
      <div role="status" className="flex flex-col gap-3">
        {errors > 0 && open > 0 ? (
          <Banner type="warning">
            {open === 1 ? 'There is 1 question' : `There are ${open} questions`} to answer first. What you say
            may settle errors below; the others are corrected there, or in the file.
          </Banner>
        ) : errors > 0 ? (
          <Banner type="warning">
            {errors === 1
              ? 'There is 1 error below. Correct it'
              : `There are ${numberText(errors)} errors below. Correct them`}{' '}
            in the file and choose it again, or below: everything is imported together, or nothing.
          </Banner>
        ) : open > 0 ? (
          <Banner>
            {open === 1 ? 'There is 1 question to answer' : `There are ${open} questions to answer`} before
            this can be imported.
          </Banner>
        ) : (
          counts.length === 0 && <Banner>Everything in these files is here already.</Banner>
        )}
        {counts.length > 0 && (
          <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:flex sm:flex-wrap sm:gap-x-8">
            {counts.map(({ count, name }) => (
              <div key={name} className="flex flex-col-reverse">
                <dt className="text-sm text-muted">{name}</dt>
                <dd className="text-2xl font-bold tabular-nums">{numberText(count)}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      {without_units.length > 0 && (
        <ul role="list" className="flex flex-col text-muted">
          {without_units.map(({ id, name }) => (
            <li key={id} className="wrap-anywhere">
              <PropertyLink id={id}>{name}</PropertyLink> has no units.
            </li>
          ))}
        </ul>
      )}
      {(asks_date_order || chosen.date_order) && (
        <fieldset className="flex flex-col gap-2" disabled={importing}>
          <legend className="mb-1 font-semibold">
            How are dates such as 03/04/2026 written in these files?
          </legend>
          {DATE_ORDER_CHOICES.map(({ value, label }) => (
            <label key={value} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                className="checkbox rounded-full"
                name="date-order"
                checked={chosen.date_order === value}
                onChange={() => change({ date_order: value })}
              />
              {label}
            </label>
          ))}
        </fieldset>
      )}
      {questions.length > 0 && (
        <Questions
          questions={questions}
          answers={chosen.answers}
          disabled={importing}
          onAnswer={(answers) => change({ answers })}
        />
      )}
      {/* Below the question, since its answer takes away the errors of dates. */}
      {errors > 0 && <ErrorSummary sheets={sheets} />}
      <ImportTerms {...{ chosen, preview, change }} disabled={importing} />
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        <Button
          busy={busy !== undefined}
          busyLabel={importing ? 'Importing...' : 'Reading...'}
          aria-describedby={open > 0 ? MISSING : undefined}
          disabled={disabled || errors > 0 || open > 0 || counts.length === 0}
          onClick={onImport}
        >
          Import
        </Button>
      </div>
      {open > 0 && (
        <div id={MISSING} className="text-sm text-muted">
          <p>To be answered first:</p>
          <ul className="list-disc pl-5">
            {missing.map(({ id, text }) => (
              <li key={id} className="wrap-anywhere">
                {text}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  );
}

const MISSING = 'import-missing';

const DATE_ORDER_CHOICES = [
  { value: 'month_first', label: 'The month first: March 4' },
  { value: 'day_first', label: 'The day first: April 3' },
] as const;

/** Of one, and of several. */
const NAMES: Record<keyof ImportCounts, [string, string]> = {
  properties: ['Property', 'Properties'],
  units: ['Unit', 'Units'],
  people: ['Person', 'People'],
  leases: ['Lease', 'Leases'],
  entries: ['Opening balance', 'Opening balances'],
  meters: ['Meter', 'Meters'],
  moved: ['Person given a unit', 'People given a unit'],
};

function countsOf(adds: ImportCounts) {
  return (Object.keys(NAMES) as (keyof ImportCounts)[])
    .map((kind) => ({ name: NAMES[kind][adds[kind] === 1 ? 0 : 1], count: adds[kind] ?? 0 }))
    .filter(({ count }) => count > 0);
}

import type { ImportPreview, SheetPreview } from '../../../contract/imports/importPreview.ts';
import { PRORATIONS, type Proration } from '../../../contract/leases/leaseSchedule.ts';
import { addMonths, monthName, monthOf } from '../../../contract/values/calendar.ts';
import { PRORATION_NAMES } from '../../subjects/leases/prorationText.ts';
import { isoDay } from '../../ui/data/Time.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { Select } from '../../ui/forms/Select.tsx';
import type { Chosen } from './useImport.ts';

interface ImportTermsProps {
  chosen: Chosen;
  preview: ImportPreview;
  disabled: boolean;
  change: (changed: Partial<Chosen>) => void;
}

/** What holds for all leases and balances of an import, where their rows do not say it. */
export function ImportTerms({ chosen, preview, disabled, change }: ImportTermsProps) {
  const { sheets, from_month, balances_on } = preview;
  const thisMonth = monthOf(isoDay());
  return (
    <>
      {sheets.some(({ table }) => table === 'people' || table === 'rentRoll') && (
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
          <Select
            label="New leases charge from"
            help="Nothing is charged for the past."
            value={from_month}
            disabled={disabled}
            onChange={({ target }) => change({ from_month: target.value })}
          >
            {Array.from({ length: MONTHS_AHEAD }, (_, index) => addMonths(thisMonth, index)).map((month) => (
              <option key={month} value={month}>
                {monthName(month)}
              </option>
            ))}
          </Select>
          <Select
            label="Rent is due on day"
            value={chosen.due_day}
            disabled={disabled}
            onChange={({ target }) => change({ due_day: Number(target.value) })}
          >
            {Array.from({ length: 31 }, (_, index) => index + 1).map((day) => (
              <option key={day}>{day}</option>
            ))}
          </Select>
          <Select
            label="Proration"
            value={chosen.proration}
            disabled={disabled}
            onChange={({ target }) => change({ proration: target.value as Proration })}
          >
            {PRORATIONS.map((proration) => (
              <option key={proration} value={proration}>
                {PRORATION_NAMES[proration]}
              </option>
            ))}
          </Select>
        </div>
      )}
      {sheets.some(hasUndatedBalances) && (
        <div className="max-w-sm">
          <Field
            label="Balances are those of"
            type="date"
            help="The day on which this was owed, since the rows do not say it."
            value={balances_on}
            max={isoDay()}
            disabled={disabled}
            onChange={({ target }) => target.value && change({ balances_on: target.value })}
          />
        </div>
      )}
    </>
  );
}

/** Whether a sheet says what is owed and not since when. */
const hasUndatedBalances = ({ columns }: SheetPreview) => 'amount' in columns && !('effective_on' in columns);

const MONTHS_AHEAD = 25;

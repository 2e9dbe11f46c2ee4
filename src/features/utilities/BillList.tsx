import { billLines, type Usage } from '../../../contract/utilities/billPrice.ts';
import type { TariffOfKind } from '../../../contract/utilities/tariffs.ts';
import type { Settings } from '../../../contract/utilities/rates.ts';
import type { Meter } from '../../../contract/utilities/meters.ts';
import type { Warning } from './billPlan.ts';
import { TriangleAlert } from 'lucide-react';
import { HomeLink } from '../../subjects/units/HomeLink.tsx';
import { PersonLink } from '../../subjects/users/PersonLink.tsx';
import { Money } from '../../ui/data/Money.tsx';

export interface ListedBill {
  unit_id: number;
  unit: string;
  user_id: number;
  person: string;
  used: Usage;
  cents: number;
  warnings?: Warning[];
  /** What its meters were read at, a line each. */
  readings?: string[];
  /** What prices it beside the flat rates. */
  tariffs?: TariffOfKind | undefined;
}

interface BillListProps {
  bills: ListedBill[];
  rates: Settings;
  /** Goes to the field that a warning is about. */
  onLook?: ((unitId: number, meter: Meter | undefined, id: number | undefined) => void) | undefined;
}

/** The bills, each with unit, tenant, usage × rate and total. */
export function BillList({ bills, rates, onLook }: BillListProps) {
  return (
    <ul role="list" className="divide-y divide-line">
      {bills.map(({ unit_id, unit, user_id, person, used, cents, warnings = [], readings = [], tariffs }) => (
        <li
          key={unit_id}
          className="grid grid-cols-[1fr_auto] gap-x-4 py-3 [contain-intrinsic-size:auto_7.5rem] [content-visibility:auto]"
        >
          <p className="wrap-anywhere">
            <span className="font-bold">
              <HomeLink unit={unit_id}>{unit}</HomeLink>
            </span>{' '}
            <span className="text-muted">
              <PersonLink id={user_id}>{person}</PersonLink>
            </span>
          </p>
          <Money cents={cents} className="font-bold" />
          <ul role="list" className="col-span-2 mt-1 text-sm text-muted tabular-nums">
            {readings.map((line) => (
              <li key={line}>{line}</li>
            ))}
            {billLines(used, rates, tariffs).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          {warnings.map((warning) => (
            <p
              key={warning.text}
              className="col-span-2 mt-1 flex items-start gap-1.5 text-sm font-semibold text-warning"
            >
              <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
              {onLook ? (
                <button
                  type="button"
                  className="-my-3 min-h-11 text-left underline underline-offset-2"
                  onClick={() => onLook(unit_id, warning.meter, warning.id)}
                >
                  {warning.text}
                </button>
              ) : (
                warning.text
              )}
            </p>
          ))}
        </li>
      ))}
    </ul>
  );
}

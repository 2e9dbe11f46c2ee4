import type { UtilityParts } from '../../../contract/ledger/ledger.ts';
import { monthName } from '../../../contract/values/calendar.ts';
import { toCents } from '../../../contract/values/money.ts';
import type { BilledUsage } from '../../../contract/utilities/billedUsage.ts';
import { lineText, usageText } from '../../../contract/utilities/billPrice.ts';
import type { CostLine } from '../../../contract/utilities/tariffCost.ts';
import { rateText } from '../../../contract/utilities/rates.ts';
import { METER_LABELS, METERS } from '../../../contract/utilities/meters.ts';
import { Money } from '../../ui/data/Money.tsx';
import { Time } from '../../ui/data/Time.tsx';

/** What a meter showed, and on which days. */
function ReadingLine({ read }: { read: BilledUsage }) {
  const { kind, serial_number, measure, multiplier, usage, estimated, rolled_over } = read;
  const { unit } = METER_LABELS[kind];
  return (
    <span className="block">
      {serial_number}: {usageText(read.from_value)} (<Time value={read.from_on} />) to{' '}
      {usageText(read.to_value)} (
      <Time value={read.to_on} />){multiplier !== 1 && ` ${measure} × ${multiplier}`} = {usageText(usage)}{' '}
      {unit}
      {rolled_over && ', rolled over'}
      {estimated && ', estimated'}
    </span>
  );
}

/** What a usage costs by a tariff, line by line. */
function Working({ lines }: { lines: readonly CostLine[] }) {
  return lines.map((line) => (
    <span key={`${line.part} ${line.rate ?? ''} ${line.quantity ?? ''}`} className="flex flex-wrap gap-x-3">
      <span>{lineText(line)}</span>
      {/* The only line of a kind costs what stands beside it. */}
      {lines.length > 1 && <Money cents={toCents(line.amount)} className="ml-auto" />}
    </span>
  ));
}

/** The lines of a utility bill: what each meter showed, and usage × rate = cost. */
export function UtilityBreakdown({ parts, cents }: { parts: UtilityParts; cents: number }) {
  return (
    <div className="flex flex-col gap-3">
      <table className="w-full border-collapse text-left">
        <caption className="mb-2 text-left font-semibold">Usage in {monthName(parts.month)}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Meter</th>
            <th scope="col">Usage × rate</th>
            <th scope="col">Cost</th>
          </tr>
        </thead>
        <tbody>
          {METERS.filter((meter) => parts[`${meter}_usage`] > 0).map((meter) => {
            const { name, unit } = METER_LABELS[meter];
            return (
              <tr key={meter} className="border-b border-line align-baseline">
                <th scope="row" className="py-2.5 pr-3 font-semibold">
                  {name}
                </th>
                <td className="py-2.5 pr-3 wrap-anywhere text-muted tabular-nums">
                  {parts.readings
                    ?.filter(({ kind }) => kind === meter)
                    .map((read) => (
                      <ReadingLine key={`${read.serial_number} ${read.from_value}`} read={read} />
                    ))}
                  {parts.working ? (
                    <Working lines={parts.working.filter(({ kind }) => kind === meter)} />
                  ) : (
                    <>
                      {usageText(parts[`${meter}_usage`])} {unit} × {rateText(parts[`rate_${meter}`])}/
                      {unit.replace(/s$/, '')}
                    </>
                  )}
                </td>
                <td className="py-2.5 text-right font-semibold">
                  <Money cents={toCents(parts[`${meter}_cost`])} />
                </td>
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr className="align-baseline">
            <th scope="row" colSpan={2} className="py-2.5 font-bold">
              Total
            </th>
            <td className="py-2.5 text-right font-bold">
              <Money cents={cents} />
            </td>
          </tr>
        </tfoot>
      </table>
      <p className="rounded-control bg-accent-soft px-4 py-3 font-medium text-accent-ink">
        Due <Time value={parts.due_date} format="long" />
      </p>
    </div>
  );
}

import type { UtilityParts } from '../../../contract/ledger.ts';
import { toCents } from '../../../contract/money.ts';
import { Money } from '../../ui/data/Money.tsx';
import { Time } from '../../ui/data/Time.tsx';

const usage = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const rate = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
});
const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

function metersOf(parts: UtilityParts) {
  return [
    { name: 'Water', used: parts.water_usage, unit: 'gal', of: 'gal', rate: parts.rate_water, cost: parts.water_cost },
    { name: 'Electric', used: parts.electric_usage, unit: 'kWh', of: 'kWh', rate: parts.rate_electric, cost: parts.electric_cost },
    { name: 'Gas', used: parts.gas_usage, unit: 'therms', of: 'therm', rate: parts.rate_gas, cost: parts.gas_cost },
  ].filter(({ used }) => used > 0); // prettier-ignore
}

/** A utility bill taken apart: usage × rate = cost, meter by meter. */
export function UtilityBreakdown({ parts, cents }: { parts: UtilityParts; cents: number }) {
  return (
    <div className="flex flex-col gap-3">
      <table className="w-full border-collapse text-left">
        <caption className="mb-2 text-left font-semibold">
          Usage in {monthName.format(new Date(parts.month))}
        </caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Meter</th>
            <th scope="col">Usage × rate</th>
            <th scope="col">Cost</th>
          </tr>
        </thead>
        <tbody>
          {metersOf(parts).map((meter) => (
            <tr key={meter.name} className="border-b border-line align-baseline">
              <th scope="row" className="py-2.5 pr-3 font-semibold">
                {meter.name}
              </th>
              <td className="py-2.5 pr-3 text-muted tabular-nums">
                {usage.format(meter.used)} {meter.unit} × {rate.format(meter.rate)}/{meter.of}
              </td>
              <td className="py-2.5 text-right font-semibold">
                <Money cents={toCents(meter.cost)} />
              </td>
            </tr>
          ))}
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

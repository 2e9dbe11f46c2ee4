import { rateText, type Settings } from '../../../contract/utilities/rates.ts';
import type { Tariff } from '../../../contract/utilities/tariffs.ts';
import { METER_LABELS, METERS } from '../../../contract/utilities/meters.ts';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';

interface CurrentRatesProps {
  rates: Settings;
  /** Those that are valid today. */
  tariffs: readonly Tariff[] | undefined;
}

/** The utility rates in force. */
export function CurrentRates({ rates, tariffs }: CurrentRatesProps) {
  return (
    <section
      aria-labelledby="current-rates"
      className="flex flex-wrap items-center justify-between gap-x-6 rounded-card border border-line bg-surface py-1 pr-2 pl-4 md:py-2 md:pl-5"
    >
      <h2 id="current-rates" className="font-bold">
        Current rates
      </h2>
      <dl className="flex flex-wrap justify-between gap-x-6 gap-y-1 max-md:order-last max-md:w-full max-md:pr-2 max-md:pb-2 md:flex-1 md:justify-start">
        {METERS.map((meter) => (
          <div key={meter} className="md:flex md:items-baseline md:gap-2">
            <dt className="text-sm text-muted">{METER_LABELS[meter].name}</dt>
            <dd className="tabular-nums">
              <span className="font-semibold">{rateText(rates[`rate_${meter}`])}</span>
              <span className="text-sm text-muted max-md:block"> per {METER_LABELS[meter].one}</span>
              {tariffs?.some(({ kind }) => kind === meter) && (
                <span className="block text-sm text-muted">or by tariff</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <ButtonLink to="/admin/settings" variant="quiet">
        Manage Rates
      </ButtonLink>
    </section>
  );
}

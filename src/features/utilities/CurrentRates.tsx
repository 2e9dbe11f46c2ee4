import { METER_WORDS, METERS, rateText, type Settings } from '../../../contract/utilities.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';

/** What a gallon, a kWh and a therm cost now. */
export function CurrentRates({ rates }: { rates: Settings }) {
  return (
    <section
      aria-label="Current rates"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-line bg-surface px-4 py-3 md:px-5"
    >
      <dl className="flex flex-wrap gap-x-6 gap-y-2">
        {METERS.map((meter) => (
          <div key={meter}>
            <dt className="text-sm text-muted">{METER_WORDS[meter].name}</dt>
            <dd className="font-semibold tabular-nums">
              {rateText(rates[`rate_${meter}`])}
              <span className="font-normal text-muted"> per {METER_WORDS[meter].one}</span>
            </dd>
          </div>
        ))}
      </dl>
      <ButtonLink to="/admin/settings" variant="quiet" className="-mx-2">
        Manage Rates
      </ButtonLink>
    </section>
  );
}

import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { rateText, type Settings } from '../../../contract/utilities/rates.ts';
import { METER_LABELS, METERS } from '../../../contract/utilities/meters.ts';
import { ChangeHistory, type ChangeLabels } from '../../subjects/audit/ChangeHistory.tsx';
import { Loaded } from '../../screens/Loaded.tsx';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { useOnlineForm } from '../../forms/useOnlineForm.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { FormNotices } from '../../ui/forms/FormNotices.tsx';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { parseAmount } from '../../../contract/values/parseNumber.ts';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { Tariffs } from './tariffs/Tariffs.tsx';

const READINGS = '/admin/utilities';
/** The step of a rate, in dollars. */
const DECIMALS = 4;

/** The texts of the fields. */
type Typed = Record<keyof Settings, string>;

const changeLabels: ChangeLabels = Object.fromEntries(
  METERS.flatMap((meter) => {
    const { name } = METER_LABELS[meter];
    return [
      [`rate_${meter}`, { label: `${name} rate`, text: (rate) => rateText(Number(rate)) }],
      [`tariff_${meter}`, { label: `${name} tariff` }],
    ];
  }),
);

/** `/admin/settings`: the utility rates. */
export default function Rates() {
  const rates = useCachedQuery('readSettings', {});
  return (
    <div className="mx-auto max-w-xl">
      <PageHeading
        title="Utility Rates"
        description="New rates apply from now on. Readings taken before keep the rates of their day."
      />
      <Loaded
        query={rates}
        failed="Unable to load utility settings"
        retryLabel="Reload"
        loading={<Loading cards={1} />}
      >
        {(loaded) => (
          <div className="flex flex-col gap-6">
            <RatesForm rates={loaded} onSaved={rates.refresh} />
            <Tariffs rates={loaded} />
            <ChangeHistory subject="rates" id={1} labels={changeLabels} />
          </div>
        )}
      </Loaded>
    </div>
  );
}

interface RatesFormProps {
  rates: Settings;
  onSaved: () => Promise<void>;
}

function RatesForm({ rates, onSaved }: RatesFormProps) {
  const navigate = useNavigate();
  const [saved, setSaved] = useState(false);
  const form = useOnlineForm({
    draft: 'utility-rates',
    initial: typedOf(rates),
    route: 'updateSettings',
    // With those that were shown: another manager may have changed some of them.
    inputOf: (typed, began) => ({ body: { ...ratesOf(typed), shown: ratesOf(began) } }),
    failed: (message) => `Failed to update settings${message ? `: ${message}` : ''}`,
    onDone: async () => {
      setSaved(true);
      await onSaved();
    },
  });

  useEffect(() => {
    if (!saved) return;
    const timer = setTimeout(() => void navigate(READINGS), 4000);
    return () => clearTimeout(timer);
  }, [saved, navigate]);

  if (!form.ready) return <Loading cards={1} />;
  return (
    <form onSubmit={form.submit} noValidate>
      <Card>
        <div aria-live="polite" className="flex flex-col gap-4 empty:hidden">
          {saved && <Banner type="success">Utility rates updated successfully! Redirecting...</Banner>}
          <FormNotices
            form={{ ...form, lacksConnection: form.lacksConnection && !saved }}
            needs="You need a connection to change the rates. What you type here is kept on this device."
          />
        </div>
        {METERS.map((meter) => (
          <Field
            key={meter}
            inputMode="decimal"
            autoComplete="off"
            required
            label={`${METER_LABELS[meter].name} rate`}
            help={`Dollars per ${METER_LABELS[meter].one}`}
            before="$"
            {...form.field(`rate_${meter}`)}
          />
        ))}
        <div className="flex flex-wrap gap-3">
          <Button
            type="submit"
            busy={form.busy || saved}
            busyLabel={saved ? 'Saved' : 'Saving...'}
            disabled={form.lacksConnection}
          >
            Save Rates
          </Button>
          <ButtonLink to={READINGS} variant="quiet" onClick={() => void form.startOver()}>
            Cancel
          </ButtonLink>
        </div>
      </Card>
    </form>
  );
}

function typedOf({ rate_water, rate_electric, rate_gas }: Settings): Typed {
  return { rate_water: String(rate_water), rate_electric: String(rate_electric), rate_gas: String(rate_gas) };
}

function ratesOf({ rate_water, rate_electric, rate_gas }: Typed): Settings {
  return {
    rate_water: parseAmount(rate_water, DECIMALS),
    rate_electric: parseAmount(rate_electric, DECIMALS),
    rate_gas: parseAmount(rate_gas, DECIMALS),
  };
}

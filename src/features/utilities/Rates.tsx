import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { METER_WORDS, METERS, rateText, type Settings } from '../../../contract/utilities.ts';
import { Changes, type ChangeWords } from '../../ChangeHistory.tsx';
import { useCachedQuery } from '../../offline/engine/useCachedQuery.ts';
import { useOnlineForm } from '../../offline/engine/useOnlineForm.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { KeptDraft } from '../../ui/forms/RestoredDraft.tsx';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { Problem } from '../../ui/feedback/Problem.tsx';

const READINGS = '/admin/utilities';
const STEPS = { water: 0.001, electric: 0.001, gas: 0.01 };

/** As the fields hold them. */
type Typed = Record<keyof Settings, string>;

const changeWords: ChangeWords = Object.fromEntries(
  METERS.map((meter) => [
    `rate_${meter}`,
    { label: `${METER_WORDS[meter].name} rate`, text: (rate) => rateText(Number(rate)) },
  ]),
);

/** `/admin/settings`: what a gallon, a kWh and a therm cost from now on. */
export default function Rates() {
  const rates = useCachedQuery('readSettings', {});
  return (
    <div className="mx-auto max-w-xl">
      <PageHeading
        title="Utility Rates"
        description="New rates hold from now on. Readings taken before keep the rates of their day."
      />
      {content()}
    </div>
  );

  function content() {
    if (rates.error) {
      return (
        <Problem retryLabel="Reload" onRetry={() => void rates.refresh()}>
          Unable to load utility settings: {rates.error.message}
        </Problem>
      );
    }
    if (!rates.data) return <Loading cards={1} />;
    return (
      <div className="flex flex-col gap-6">
        <RatesForm rates={rates.data} onSaved={rates.refresh} />
        <Changes subject="rates" id={1} words={changeWords} />
      </div>
    );
  }
}

interface RatesFormProps {
  rates: Settings;
  onSaved: () => Promise<void>;
}

function RatesForm({ rates, onSaved }: RatesFormProps) {
  const navigate = useNavigate();
  const [saved, setSaved] = useState(false);
  const { form, ready, restored, busy, online, problem, keep, submit, startOver } = useOnlineForm({
    draft: 'utility-rates',
    written: typedOf(rates),
    route: 'updateSettings',
    inputOf: (typed) => ({ body: ratesOf(typed) }),
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

  if (!ready) return <Loading cards={1} />;
  return (
    <form onSubmit={submit} noValidate>
      <Card>
        <div aria-live="polite" className="flex flex-col gap-4 empty:hidden">
          {saved && <Banner type="success">Utility rates updated successfully! Redirecting...</Banner>}
          {problem && <Banner type="error">{problem}</Banner>}
          {!online && !saved && (
            <Banner type="warning">
              You need a connection to change the rates. What you type here is kept on this device.
            </Banner>
          )}
          {restored && <KeptDraft onStartOver={() => void startOver()} />}
        </div>
        {METERS.map((meter) => (
          <Field
            key={meter}
            type="number"
            inputMode="decimal"
            min={0}
            step={STEPS[meter]}
            required
            label={`${METER_WORDS[meter].name} rate`}
            help={`Dollars per ${METER_WORDS[meter].one}`}
            before="$"
            error={form.formState.errors[`rate_${meter}`]?.message}
            {...form.register(`rate_${meter}`, { onChange: keep })}
          />
        ))}
        <div className="flex flex-wrap gap-3">
          <Button
            type="submit"
            busy={busy || saved}
            busyLabel={saved ? 'Saved' : 'Saving...'}
            disabled={!online}
          >
            Save Rates
          </Button>
          <ButtonLink to={READINGS} variant="quiet" onClick={() => void startOver()}>
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
    rate_water: numberOf(rate_water),
    rate_electric: numberOf(rate_electric),
    rate_gas: numberOf(rate_gas),
  };
}

/** What is no number stays one that the rules refuse. */
function numberOf(text: string): number {
  return text === '' ? NaN : Number(text);
}

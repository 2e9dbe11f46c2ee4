import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { routes } from '../../../contract/routes.ts';
import { METER_WORDS, METERS, type Settings } from '../../../contract/utilities.ts';
import { call, Unreachable } from '../../call.ts';
import { useDevice } from '../../offline/device.ts';
import { useKept } from '../../offline/keptQuery.ts';
import { useDraft } from '../../offline/useDraft.ts';
import { useOnline } from '../../offline/useOnline.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { Problem } from '../../ui/Problem.tsx';

const READINGS = '/admin/utilities';
const STEPS = { water: 0.001, electric: 0.001, gas: 0.01 };

type Draft = Record<keyof Settings, string>;
const NOTHING: Draft = { rate_water: '', rate_electric: '', rate_gas: '' };

/** `/admin/settings`: what a gallon, a kWh and a therm cost from now on. */
export default function Rates() {
  const rates = useKept('readSettings', {});
  const draft = useDraft<Draft>('utility-rates', NOTHING);
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
    if (!rates.data || !draft.draft) return <Loading cards={1} />;
    return <RatesForm rates={rates.data} draft={draft} onSaved={rates.refresh} />;
  }
}

interface RatesFormProps {
  rates: Settings;
  draft: ReturnType<typeof useDraft<Draft>>;
  onSaved: () => Promise<void>;
}

function RatesForm({ rates, draft, onSaved }: RatesFormProps) {
  const { withToken } = useDevice();
  const navigate = useNavigate();
  const online = useOnline();
  const [problem, setProblem] = useState<string>();
  const [saved, setSaved] = useState(false);
  const kept = draft.draft?.restored ? draft.draft.value : undefined;
  const text = (name: keyof Settings) => kept?.[name] ?? String(rates[name]);
  const { register, handleSubmit, getValues, formState } = useForm({
    resolver: standardSchemaResolver(routes.updateSettings.body),
    defaultValues: {
      rate_water: numberOf(text('rate_water')),
      rate_electric: numberOf(text('rate_electric')),
      rate_gas: numberOf(text('rate_gas')),
    },
  });

  useEffect(() => {
    if (!saved) return;
    const timer = setTimeout(() => void navigate(READINGS), 4000);
    return () => clearTimeout(timer);
  }, [saved, navigate]);

  const submit = handleSubmit(async (body) => {
    setProblem(undefined);
    try {
      await withToken((token) => call(routes.updateSettings, { body }, { token }));
      await draft.startOver();
      setSaved(true);
      await onSaved();
    } catch (error) {
      const words =
        error instanceof Unreachable ? 'You need a connection to change the rates.' : wordsOf(error);
      setProblem(`Failed to update settings: ${words}`);
    }
  });

  const keep = () => {
    const typed = getValues();
    const words = (name: keyof Settings) => (Number.isNaN(typed[name]) ? '' : String(typed[name]));
    draft.setValue({
      rate_water: words('rate_water'),
      rate_electric: words('rate_electric'),
      rate_gas: words('rate_gas'),
    });
  };

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Card>
        <div aria-live="polite" className="flex flex-col gap-4 empty:hidden">
          {saved && <Banner type="success">Utility rates updated successfully! Redirecting...</Banner>}
          {problem && <Banner type="error">{problem}</Banner>}
          {!online && !saved && (
            <Banner type="warning">
              You need a connection to change the rates. What you type here is kept on this device.
            </Banner>
          )}
          {kept && !saved && <Banner>We kept the rates you typed. They are not saved yet.</Banner>}
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
            error={formState.errors[`rate_${meter}`]?.message}
            {...register(`rate_${meter}`, { valueAsNumber: true, onChange: keep })}
          />
        ))}
        <div className="flex flex-wrap gap-3">
          <Button
            type="submit"
            busy={formState.isSubmitting || saved}
            busyLabel={saved ? 'Saved' : 'Saving...'}
            disabled={!online}
          >
            Save Rates
          </Button>
          <ButtonLink
            to={READINGS}
            variant="quiet"
            onClick={() => {
              void draft.startOver();
            }}
          >
            Cancel
          </ButtonLink>
        </div>
      </Card>
    </form>
  );
}

/** What is no number stays one that the rules refuse. */
function numberOf(text: string): number {
  return text === '' ? NaN : Number(text);
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

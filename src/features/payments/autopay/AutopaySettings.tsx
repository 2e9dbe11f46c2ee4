import type { Autopay } from '../../../../contract/payments/autopay.ts';
import { toCents } from '../../../../contract/values/money.ts';
import { methodName } from '../../../../contract/http/methodName.ts';
import { monthDay } from '../../../../contract/values/calendar.ts';
import { planText } from '../../../subjects/payments/autopayText.ts';
import type { useOnlineChange } from '../../../forms/useOnlineChange.ts';
import { useOnline } from '../../../offline/hooks/useOnline.ts';
import { Badge } from '../../../ui/data/Badge.tsx';
import { DescriptionList } from '../../../ui/data/DescriptionList.tsx';
import { Money } from '../../../ui/data/Money.tsx';
import { Time } from '../../../ui/data/Time.tsx';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { Button } from '../../../ui/forms/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { useDialogAddress } from '../../../ui/layout/dialogAddress.ts';
import { useAutopayPlan } from '../../../subjects/payments/useAutopayPlan.ts';
import { ordinal } from './AutopayFields.tsx';
import { ChangeAutopay } from './ChangeAutopay.tsx';
import { SetUpAutopay } from './SetUpAutopay.tsx';

interface AutopaySettingsProps {
  autopay: Autopay;
  changes: ReturnType<typeof useOnlineChange>;
  onStored: () => Promise<void>;
}

/** Autopay that is on or paused: what it charges next, and the ways to change and stop it. */
export function AutopaySettings({ autopay, changes, onStored }: AutopaySettingsProps) {
  const { busy, change, succeeded } = changes;
  const { address, open, close } = useDialogAddress();
  const online = useOnline();
  const paused = autopay.state === 'paused';
  if (address.has('replace')) return <SetUpAutopay autopay={autopay} onStored={onStored} onCancel={close} />;
  return (
    <Card
      title={paused ? 'Autopay is paused' : 'Autopay is on'}
      action={<Badge tone={paused ? 'danger' : 'success'}>{paused ? 'Paused' : 'On'}</Badge>}
    >
      {!online && <Banner type="warning">You need a connection to change or stop autopay.</Banner>}
      <Details autopay={autopay} />
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        {paused && autopay.paused_reason !== 'method_removed' && (
          <Button
            busy={busy}
            disabled={!online}
            onClick={() =>
              void change({
                route: 'updateAutopay',
                input: { body: { resume: true } },
                done: 'Autopay is on again.',
                failed: (reason) => `Autopay could not be resumed: ${reason}`,
              })
            }
          >
            Resume
          </Button>
        )}
        <Button variant="secondary" disabled={busy || !online} onClick={() => open({ change: '1' })}>
          Change day or limit
        </Button>
        <Button variant="secondary" disabled={busy || !online} onClick={() => open({ replace: '1' })}>
          Use another card or account
        </Button>
        <Button
          variant="secondary"
          busy={busy}
          busyLabel="Stopping..."
          disabled={!online}
          onClick={() =>
            void change({
              route: 'stopAutopay',
              input: {},
              done: 'Autopay is stopped, and your card or bank account is removed.',
              failed: (reason) => `Autopay could not be stopped: ${reason}`,
            })
          }
        >
          Stop autopay
        </Button>
      </div>
      {address.has('change') && (
        <ChangeAutopay
          autopay={autopay}
          onChanged={async () => {
            close();
            await succeeded('Autopay was changed.');
          }}
          onClose={close}
        />
      )}
    </Card>
  );
}

function Details({ autopay }: { autopay: Autopay }) {
  const { method, charge_day, max_amount, consent, last_run } = autopay;
  const plan = useAutopayPlan(autopay);
  const next = plan && (planText(plan, autopay) ?? `On ${monthDay(plan.day)}, if anything is due then.`);
  return (
    <>
      <DescriptionList
        items={[
          { label: 'Charges', value: method ? methodName(method.kind, method) : 'Nothing' },
          {
            label: 'Day',
            value:
              charge_day === null ? 'The day your rent is due' : `The ${ordinal(charge_day)} of each month`,
          },
          { label: 'At most', value: <Money cents={toCents(max_amount ?? 0)} /> },
          ...(autopay.state === 'on' ? [{ label: 'Next', value: next ?? 'Nothing is planned.' }] : []),
          ...(last_run?.outcome === 'succeeded' || last_run?.outcome === 'processing'
            ? [
                {
                  label: 'Last',
                  value: (
                    <>
                      <Money cents={toCents(last_run.amount)} />, <Time value={last_run.ran_on} />
                      {last_run.outcome === 'processing' && ', being processed by your bank'}
                    </>
                  ),
                },
              ]
            : []),
        ]}
      />
      {consent && (
        <details>
          <summary className="cursor-pointer py-2.5 font-semibold">
            What you agreed to on <Time value={consent.consented_at} />
          </summary>
          <p className="text-muted">{consent.text}</p>
        </details>
      )}
    </>
  );
}

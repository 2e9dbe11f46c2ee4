import type { Stripe } from '@stripe/stripe-js';
import { useState } from 'react';
import { AUTOPAY_CONSENT, type Autopay, type AutopaySetup } from '../../../../contract/payments/autopay.ts';
import type { OwnLease } from '../../../../contract/leases/lease.ts';
import { useOnlineForm } from '../../../forms/useOnlineForm.ts';
import { useCachedQuery, useRefreshAfterChange } from '../../../offline/hooks/useCachedQuery.ts';
import { Button } from '../../../ui/forms/Button.tsx';
import { FormNotices } from '../../../ui/forms/FormNotices.tsx';
import { Loading } from '../../../ui/feedback/Loading.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { paidLeases } from '../../../../contract/payments/autopaySchedule.ts';
import { isoDay } from '../../../ui/data/Time.tsx';
import { suggestedLimit } from './suggestedLimit.ts';
import { AutopayFields, autopayInput, RENT_DAY } from './AutopayFields.tsx';
import { loadStoreMethod } from '../providerParts.ts';
import type { StoreMethod } from './StoreMethod.tsx';

/** What the provider's form needs, which is loaded only when someone sets autopay up. */
interface Storing {
  setup: AutopaySetup;
  stripe: Stripe;
  StoreMethod: typeof StoreMethod;
}

interface SetUpAutopayProps {
  autopay: Autopay;
  /** Called once the card provider has stored the card or bank account. */
  onStored: () => Promise<void>;
  onCancel?: () => void;
}

/** The form that sets up autopay: day, limit and what is agreed to, and then the provider's form. */
export function SetUpAutopay({ autopay, onStored, onCancel }: SetUpAutopayProps) {
  const { data: leases, isPending } = useCachedQuery('listMyLeases', {});
  if (isPending) return <Loading cards={1} />;
  const hasLease = paidLeases(leases ?? []).some(({ charges }) => charges.length > 0);
  return (
    <SetUpForm
      {...{ autopay, onStored, onCancel, hasLease }}
      leases={leases ?? []}
      suggested={suggestedLimit(leases ?? [], isoDay())}
    />
  );
}

function SetUpForm({
  autopay,
  hasLease,
  leases,
  suggested,
  onStored,
  onCancel,
}: Omit<SetUpAutopayProps, 'onCancel'> & {
  onCancel: (() => void) | undefined;
  hasLease: boolean;
  leases: readonly OwnLease[];
  suggested: number;
}) {
  const refreshAfterChange = useRefreshAfterChange();
  const [storing, setStoring] = useState<Storing>();
  const form = useOnlineForm({
    draft: 'autopay',
    initial: {
      charge_day: autopay.charge_day === null ? (hasLease ? RENT_DAY : '1') : String(autopay.charge_day),
      max_amount: autopay.max_amount === null ? '' : String(autopay.max_amount),
    },
    route: 'beginAutopay',
    opens: true,
    inputOf: (typed) => ({ body: { ...autopayInput(typed), consent_version: AUTOPAY_CONSENT.version } }),
    failed: (message = 'Autopay could not be set up. Please try again later.') => message,
    prepare: loadStoreMethod,
    onDone: async (setup) => {
      const { StoreMethod, loadStripeOnce } = await loadStoreMethod();
      setStoring({ setup, stripe: await loadStripeOnce(setup), StoreMethod });
    },
  });
  if (!form.ready) return <Loading cards={1} />;
  return (
    <>
      <form onSubmit={form.submit} noValidate>
        <Card title={onCancel ? 'Store another card or bank account' : 'Set up autopay'}>
          <FormNotices
            form={form}
            needs="You need a connection to set up autopay. What you write is kept on this device."
          />
          <AutopayFields
            {...form}
            {...{ hasLease, leases, suggested }}
            autopay={{ ...autopay, method: null }}
          />
          <section aria-label="What you agree to" className="rounded-control bg-sunken px-4 py-3">
            <h3 className="mb-1 font-semibold">What you agree to</h3>
            <p>{AUTOPAY_CONSENT.text}</p>
          </section>
          <div className="flex flex-wrap gap-3 max-sm:*:grow">
            <Button
              type="submit"
              busy={form.busy || storing !== undefined}
              busyLabel="Opening..."
              disabled={form.lacksConnection}
            >
              Agree and continue
            </Button>
            {onCancel && (
              <Button variant="quiet" onClick={onCancel}>
                Cancel
              </Button>
            )}
          </div>
          <p className="text-sm text-muted">
            Next you enter the card or bank account, which goes straight to the card provider.
          </p>
        </Card>
      </form>
      {storing && (
        <storing.StoreMethod
          setup={storing.setup}
          stripe={storing.stripe}
          onStored={async () => {
            setStoring(undefined);
            await onStored();
            onCancel?.();
          }}
          onClose={() => {
            setStoring(undefined);
            void refreshAfterChange();
          }}
        />
      )}
    </>
  );
}

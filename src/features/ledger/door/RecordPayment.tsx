import { ACCEPTS_NO_PAYMENTS, decidingLease } from '../../../../contract/leases/paymentPolicy.ts';
import { useCachedQuery } from '../../../offline/hooks/useCachedQuery.ts';
import { isoDay } from '../../../ui/data/Time.tsx';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { ButtonLink } from '../../../ui/forms/ButtonLink.tsx';
import { Modal } from '../../../ui/layout/Modal.tsx';
import { PaidAccount, type Account } from '../PaidAccount.tsx';
import { PaymentForm } from './PaymentForm.tsx';
import type { DoorPayments } from './useDoorPayments.ts';

interface RecordPaymentProps {
  account: Account;
  /** Whether payments are accepted now, as far as this device knows. */
  accepted: boolean;
  /** The name of the draft to go on with; the latest one by default. */
  draft?: string | undefined;
  payments: DoorPayments;
  onClose: () => void;
  /** Closes it once it was sent or queued. */
  onSent: () => void;
}

/** The dialog that records a payment, or says that none is accepted and which lease says so. */
export function RecordPayment({ account, accepted, ...form }: RecordPaymentProps) {
  if (accepted) return <PaymentForm account={account} {...form} />;
  return (
    <Modal title="Record Payment" onClose={form.onClose}>
      <div className="flex flex-col gap-5">
        <PaidAccount account={account} />
        <Banner type="error">{ACCEPTS_NO_PAYMENTS}</Banner>
        <TermsLink userId={account.user_id} />
      </div>
    </Modal>
  );
}

/** Leads to the lease that says what may be paid, of those that the tenant is billed for. */
function TermsLink({ userId }: { userId: number }) {
  const { data = [] } = useCachedQuery('listLeases', {});
  const lease = decidingLease(
    data.filter(({ tenants }) => tenants[0]?.id === userId),
    isoDay(),
  );
  return (
    <ButtonLink
      variant="secondary"
      className="self-start"
      to={lease ? `/admin/lease/${lease.id}` : '/admin/leases'}
    >
      Terms of the lease
    </ButtonLink>
  );
}

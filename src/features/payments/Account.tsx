import type { ComponentProps } from 'react';
import type { OwnLease } from '../../../contract/leases/lease.ts';
import type { PaymentPolicy } from '../../../contract/leases/paymentPolicy.ts';
import { balanceOf } from '../../../contract/ledger/balances.ts';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import { PausedCharges, UpcomingCharges } from '../../subjects/leases/UpcomingCharges.tsx';
import { OpenCharges } from '../../subjects/ledger/OpenCharges.tsx';
import { AutopayNotice } from '../../subjects/payments/AutopayNotice.tsx';
import { isoDay } from '../../ui/data/Time.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { BalanceCard } from './BalanceCard.tsx';
import { FailedPayments } from './FailedPayments.tsx';
import { OpenPayments } from './OpenPayments.tsx';
import { RecentActivity } from './RecentActivity.tsx';
import type { usePayments } from './usePayments.ts';

interface AccountProps extends Omit<ComponentProps<typeof BalanceCard>, 'balance' | 'processing' | 'policy'> {
  history: Transaction[];
  payments: ReturnType<typeof usePayments>;
  ownLeases: readonly OwnLease[];
  /** When the server last answered the leases. */
  leasesAsOf: Date | undefined;
  policy: PaymentPolicy;
}

/** What is to pay, what is under way, what comes next and what was paid last. */
export function Account({ history, payments, ownLeases, leasesAsOf, policy, ...paying }: AccountProps) {
  const { underWay, processing } = payments;
  const leases = ownLeases.filter(({ billed }) => billed);
  return (
    <>
      <AutopayNotice always />
      <FailedPayments payments={payments.failed} />
      <OpenPayments payments={underWay} />
      <div className="grid grid-cols-1 items-start gap-6 md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <div className="flex flex-col gap-6">
          <BalanceCard balance={balanceOf(history)} {...{ processing, policy }} {...paying} />
          <ButtonLink to="/payments/autopay" variant="quiet" className="self-start" children="Autopay" />
          <OpenCharges entries={history} leases={ownLeases} policy={policy} asOf={payments.asOf} />
          <NextCharges leases={leases} policy={policy} asOf={leasesAsOf} />
        </div>
        <RecentActivity transactions={history} />
      </div>
    </>
  );
}

interface NextChargesProps {
  leases: readonly OwnLease[];
  policy: PaymentPolicy;
  /** When the server last answered the leases. */
  asOf: Date | undefined;
}

/** What the person's lease charges next; nothing for someone without one. */
function NextCharges({ leases, policy, asOf }: NextChargesProps) {
  const today = isoDay();
  if (!leases.some(({ ends }) => ends === null || ends >= today)) return <></>;
  return (
    <Card title="Next Charges">
      {leases.some(({ paused }) => paused) ? (
        <PausedCharges {...{ leases, policy, asOf }} />
      ) : (
        <UpcomingCharges {...{ leases, policy, asOf }} none="Nothing is planned." />
      )}
    </Card>
  );
}

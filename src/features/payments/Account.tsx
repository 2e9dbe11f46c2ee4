import type { ComponentProps } from 'react';
import type { OwnLease } from '../../../contract/leases/lease.ts';
import type { PaymentPolicy } from '../../../contract/leases/paymentPolicy.ts';
import { balanceOf } from '../../../contract/ledger/balances.ts';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import { PausedCharges, UpcomingCharges } from '../../subjects/leases/UpcomingCharges.tsx';
import { hasDeposit } from '../../subjects/deposits/hasDeposit.ts';
import { OpenCharges } from '../../subjects/ledger/OpenCharges.tsx';
import type { SharedHome } from '../../subjects/leases/sharedHome.ts';
import { AutopayNotice } from '../../subjects/payments/AutopayNotice.tsx';
import { ownOwed } from '../../subjects/payments/ownOwed.ts';
import { isoDay } from '../../ui/data/Time.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { BalanceCard } from './BalanceCard.tsx';
import { HomeActivity } from './home/HomeActivity.tsx';
import { HomeCard } from './home/HomeCard.tsx';
import { FailedPayments } from './FailedPayments.tsx';
import { OpenPayments } from './OpenPayments.tsx';
import { RecentActivity } from './RecentActivity.tsx';
import type { usePayments } from './usePayments.ts';

interface AccountProps extends Omit<ComponentProps<typeof BalanceCard>, 'owed' | 'homeOwes'> {
  history: Transaction[];
  payments: ReturnType<typeof usePayments>;
  ownLeases: readonly OwnLease[];
  /** The lease of the home where another is billed. */
  shared: SharedHome | undefined;
  /** When the server last answered the leases. */
  leasesAsOf: Date | undefined;
  policy: PaymentPolicy;
}

/** What is to pay, what is under way, what comes next and what was paid last. */
export function Account({
  history,
  payments,
  ownLeases,
  shared,
  leasesAsOf,
  policy,
  ...paying
}: AccountProps) {
  const { underWay, processing } = payments;
  const leases = ownLeases.filter(({ billed }) => billed);
  const balance = balanceOf(history);
  // What one owes oneself is paid first.
  const home = balance > 0 ? undefined : shared;
  const owed = ownOwed(history, { leases, ownProcessing: processing });
  return (
    <>
      <AutopayNotice always />
      <FailedPayments payments={payments.failed} />
      <OpenPayments payments={underWay} />
      <div className="grid grid-cols-1 items-start gap-6 md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <div className="flex flex-col gap-6">
          {home && <HomeCard lease={home} own={balance} {...paying} />}
          <BalanceCard
            owed={owed}
            homeOwes={home !== undefined && home.home.owes > 0}
            {...paying}
            buttonRef={home ? undefined : paying.buttonRef}
          />
          {shared && !home && <HomeCard lease={shared} own={balance} {...paying} buttonRef={undefined} />}
          <div className="flex flex-wrap gap-3">
            <ButtonLink to="/payments/autopay" variant="quiet" children="Autopay" />
            {ownLeases.some(hasDeposit) && (
              <ButtonLink to="/payments/deposit" variant="quiet" children="Deposit" />
            )}
          </div>
          <OpenCharges entries={history} leases={ownLeases} policy={policy} asOf={payments.asOf} />
          <NextCharges leases={leases} policy={policy} asOf={leasesAsOf} />
        </div>
        <div className="flex flex-col gap-6">
          {shared && <HomeActivity entries={shared.home.entries} />}
          <RecentActivity transactions={history} />
        </div>
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

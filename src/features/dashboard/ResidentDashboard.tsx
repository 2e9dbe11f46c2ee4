import { CreditCard, PhoneCall, UserRound, Wrench } from 'lucide-react';
import { AutopayNotice } from '../../subjects/payments/AutopayNotice.tsx';
import { UnconfirmedEmailNotice } from '../../subjects/users/UnconfirmedEmailNotice.tsx';
import { UnknownUnitNotice } from '../../subjects/users/UnknownUnitNotice.tsx';
import { firstReads } from '../../firstReads.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { FirstAnswers } from '../../screens/FirstAnswers.tsx';
import { useUser } from '../../session/session.tsx';
import { COMES_BACK_UNSENT } from '../../ui/layout/dialogAddress.ts';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { AccountStatus, BalanceCard } from './Balance.tsx';
import { AnnouncementsCard } from './AnnouncementsCard.tsx';
import { QuickActions } from './QuickActions.tsx';
import { RequestsCard } from './RequestsCard.tsx';
import { AskedReadings } from './readings/AskedReadings.tsx';
import { ResidentToday } from './ResidentToday.tsx';

const quickActions = [
  { to: '/payments', label: 'Pay Rent', icon: CreditCard },
  { to: '/maintenance?new=1', label: 'Submit Request', icon: Wrench, state: COMES_BACK_UNSENT },
  { to: '/profile', label: 'View Profile', icon: UserRound },
  { to: '/contact', label: 'Contact Manager', icon: PhoneCall },
];

/** What stands above the cards shows these. */
const ABOVE_CARDS = [
  'listMyTransactions',
  'listMyLeases',
  'readAutopay',
  'listAskedReadings',
  'listMaintenance',
  'listThreads',
  'listEntryNotices',
] as const;

/** `/dashboard/resident`: the resident's first screen. */
export default function ResidentDashboard() {
  const user = useUser();
  const { data: ledger } = useCachedQuery('listMyTransactions', {});
  return (
    <>
      <PageHeading
        title={`Welcome back, ${user.first_name.trim() || 'User'}!`}
        description={<AccountStatus />}
      />
      <FirstAnswers
        known={ledger !== undefined}
        reads={firstReads['/dashboard/resident']}
        above={ABOVE_CARDS}
      >
        <div className="mb-4 flex flex-col gap-3 empty:hidden md:mb-6">
          <UnknownUnitNotice />
          <UnconfirmedEmailNotice />
          <AutopayNotice planElsewhere />
        </div>
        <div className="mb-4 flex flex-col gap-4 md:mb-6 md:gap-6">
          <AskedReadings />
          <ResidentToday />
        </div>
        <div className="grid grid-cols-1 gap-4 md:gap-6 lg:grid-cols-2">
          <BalanceCard />
          <QuickActions actions={quickActions} />
          <AnnouncementsCard />
          <RequestsCard />
        </div>
      </FirstAnswers>
    </>
  );
}

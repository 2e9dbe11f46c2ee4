import { Gauge, Megaphone, Wallet, Wrench } from 'lucide-react';
import { firstReads } from '../../firstReads.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { FirstAnswers } from '../../screens/FirstAnswers.tsx';
import { COMES_BACK_UNSENT } from '../../ui/layout/dialogAddress.ts';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { KeyFigures } from './KeyFigures.tsx';
import { OverdueCard } from './OverdueCard.tsx';
import { QuickActions } from './QuickActions.tsx';
import { ServerWarnings } from './ServerWarnings.tsx';
import { TodayCard } from './TodayCard.tsx';
import { TriageCard } from './TriageCard.tsx';

const quickActions = [
  { to: '/admin/utilities', label: 'Enter Utilities', icon: Gauge },
  { to: '/admin/payments', label: 'Manage Balances', icon: Wallet },
  { to: '/admin/announcements?new=1', label: 'New Announcement', icon: Megaphone, state: COMES_BACK_UNSENT },
  { to: '/admin/maintenance', label: 'All Maintenance', icon: Wrench },
];

/** What stands above the figures shows these. */
const ABOVE_FIGURES = ['listWarnings', 'readFirstSteps', 'readToday'] as const;

/** `/admin/dashboard`: the manager's first screen. */
export default function ManagerDashboard() {
  const { data: today } = useCachedQuery('readToday', {});
  return (
    <>
      <PageHeading title="Manager Dashboard" description="How the community stands, and what comes first." />
      <FirstAnswers known={today !== undefined} reads={firstReads['/admin/dashboard']} above={ABOVE_FIGURES}>
        <div className="flex flex-col gap-4 md:gap-6">
          <ServerWarnings />
          <FirstSteps />
          <TodayCard />
          <KeyFigures />
          <QuickActions actions={quickActions} inOneRow />
          <div className="grid grid-cols-1 gap-4 md:gap-6 lg:grid-cols-2">
            <TriageCard />
            <OverdueCard />
          </div>
        </div>
      </FirstAnswers>
    </>
  );
}

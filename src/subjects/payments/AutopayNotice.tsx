import { Link } from 'react-router-dom';
import { addDays, monthDay } from '../../../contract/values/calendar.ts';
import type { Autopay } from '../../../contract/payments/autopay.ts';
import { balanceOf } from '../../../contract/ledger/balances.ts';
import { planText, runText } from './autopayText.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { useOwnLedger } from '../../offline/subjects/ledger/ledger.ts';
import { isoDay } from '../../ui/data/Time.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { useAutopayPlan } from './useAutopayPlan.ts';

/** For how many days before a charge it is announced. */
const ANNOUNCED = 3;

interface AutopayNoticeProps {
  /** Whether it stands on autopay's own screen, which says what comes next by itself. */
  atHome?: boolean;
  /** Whether the screen says what is charged next in another place. */
  planElsewhere?: boolean;
  /** Whether it says all the time what comes next, not only shortly before. */
  always?: boolean;
}

/** What autopay is about to charge, three days before, and what it could not charge; also without a connection. */
export function AutopayNotice({
  atHome = false,
  planElsewhere = atHome,
  always = false,
}: AutopayNoticeProps) {
  const { data: autopay } = useCachedQuery('readAutopay', {});
  // Without autopay, nothing more is read.
  return autopay && (autopay.state === 'on' || autopay.state === 'paused') ? (
    <Said {...{ autopay, atHome, planElsewhere, always }} />
  ) : undefined;
}

function Said({
  autopay,
  atHome,
  planElsewhere,
  always,
}: Required<AutopayNoticeProps> & { autopay: Autopay }) {
  const plan = useAutopayPlan(autopay);
  const { data: entries } = useOwnLedger();
  const today = isoDay();
  const paused = autopay.state === 'paused';
  const run = runText(autopay, today, entries !== undefined && balanceOf(entries) > 0);
  const planned =
    !planElsewhere && plan && (always || plan.day <= addDays(today, ANNOUNCED))
      ? (planText(plan, autopay) ??
        (always ? `Autopay is on. It charges what is due on ${monthDay(plan.day)}.` : undefined))
      : undefined;
  // The next try is in what is said of the one that failed.
  const isSaid = run?.type === 'error' && plan?.refused === undefined;
  return (
    <div className="flex flex-col gap-3 empty:hidden">
      {run && (
        <Banner
          type={run.type}
          action={atHome ? undefined : <ToAutopay paused={paused} />}
          children={run.text}
        />
      )}
      {planned !== undefined && !isSaid && (
        <Banner
          type={plan?.refused === undefined ? 'info' : 'warning'}
          action={<ToAutopay paused={paused} />}
          children={planned}
        />
      )}
    </div>
  );
}

function ToAutopay({ paused }: { paused: boolean }) {
  return (
    <Link to="/payments/autopay" className="inline-flex min-h-11 items-center font-semibold underline">
      {paused ? 'Resume or stop' : 'Change or stop'}
    </Link>
  );
}

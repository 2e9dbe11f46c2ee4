import { balanceOf, daysLateOf } from '../../../contract/ledger/balances.ts';
import type { PastDue } from '../../../contract/ledger/pastDue.ts';
import { Unreachable } from '../../api/call.ts';
import { FailedRead } from '../../screens/Loaded.tsx';
import { onceSentText } from '../../subjects/ledger/unsent/unsentText.ts';
import { Badge } from '../../ui/data/Badge.tsx';
import { Money } from '../../ui/data/Money.tsx';
import { isoDay, Time } from '../../ui/data/Time.tsx';
import type { usePersonAccount } from './usePersonAccount.ts';

type Account = Omit<ReturnType<typeof usePersonAccount>, 'asOf'>;

/** Since when something is owed, and what this device has yet to send. */
export function Standing({ entries, cents, pastDue, unsent, listed, error, refresh }: Account) {
  const after = cents === undefined ? undefined : onceSentText(cents, unsent);
  // A list that came from the device says what is owed, and since when.
  if (error && !(error instanceof Unreachable && cents !== undefined)) {
    return <FailedRead failed="Unable to load account ledger" {...{ error, refresh }} />;
  }
  return (
    <div className="flex flex-col gap-1 text-muted">
      {pastDue ? (
        <DaysPastDue {...pastDue} />
      ) : error && cents !== undefined ? (
        <ListedStanding cents={cents} listed={listed} />
      ) : (
        <p>{entries ? standingText(balanceOf(entries)) : 'Loading...'}</p>
      )}
      {after && <p>{after}</p>}
    </div>
  );
}

/** By the list of balances alone, which does not say how much of it is past due. */
function ListedStanding({ cents, listed }: { cents: number; listed: Account['listed'] }) {
  const days = listed ? daysLateOf(listed, isoDay()) : 0;
  if (days > 0 && listed?.owed_since) return <DaysPastDue since={listed.owed_since} days={days} />;
  // A version before cached the list without it.
  return <p>{cents > 0 && !listed?.owed_since ? NOT_HERE : standingText(cents)}</p>;
}

const NOT_HERE = 'The ledger is not on this device, so it cannot say since when.';

function standingText(cents: number): string {
  if (cents < 0) return 'Paid ahead.';
  return cents === 0 ? 'Nothing is owed.' : 'Nothing is past due.';
}

function DaysPastDue({ since, days, cents }: Omit<PastDue, 'cents'> & Partial<PastDue>) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Badge tone="danger">{days === 1 ? '1 day past due' : `${days} days past due`}</Badge>
      <span>
        {cents !== undefined && <Money cents={cents} className="font-semibold text-ink" />} since{' '}
        <Time value={since} />
      </span>
    </p>
  );
}

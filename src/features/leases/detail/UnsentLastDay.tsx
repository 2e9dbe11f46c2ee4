import type { Lease } from '../../../../contract/leases/lease.ts';
import type { LastDayItem } from '../../../offline/subjects/leases/moves.ts';
import { UnsentEntry } from '../../../subjects/ledger/unsent/UnsentEntry.tsx';
import { timeText } from '../../../ui/data/Time.tsx';
import { setMeanwhile, type LastDays } from './useLastDay.ts';

interface UnsentLastDayProps {
  lease: Lease;
  lastDay: LastDays;
  onEdit: () => void;
}

/** The last day that waits on this device, and what can be done with it; nothing where none waits. */
export function UnsentLastDay({ lease, lastDay, onEdit }: UnsentLastDayProps) {
  return (
    <>
      {lastDay.items.map((item) => (
        <UnsentDay key={item.id} {...{ lease, item, lastDay, onEdit }} />
      ))}
    </>
  );
}

function UnsentDay({ lease, item, lastDay, onEdit }: UnsentLastDayProps & { item: LastDayItem }) {
  const { ends } = item.input.body;
  const theirs = setMeanwhile(item);
  const stands = theirs === undefined ? lease.ends : theirs;
  return (
    <UnsentEntry
      item={item}
      sending={lastDay.sending}
      title={ends === null ? 'The lease goes on' : `Last day ${timeText(ends)}`}
      refusedSince={
        theirs === undefined
          ? undefined
          : theirs === null
            ? `Somebody else let this lease go on meanwhile. You wrote ${dayOf(ends)}.`
            : `Somebody else set the last day to ${timeText(theirs)} meanwhile. You wrote ${dayOf(ends)}.`
      }
      answer={
        theirs === undefined
          ? { label: 'Try again', act: () => lastDay.retry(item) }
          : {
              label: ends === null ? 'Let it go on' : `End on ${timeText(ends)}`,
              act: () => lastDay.change(item, { ends, stood: theirs }),
            }
      }
      onEdit={onEdit}
      discardLabel={
        theirs === undefined ? undefined : theirs === null ? 'Let it go on' : `Keep ${timeText(theirs)}`
      }
      discardQuestion={
        stands === null
          ? 'Discard this last day? The lease goes on.'
          : `Discard what you wrote? The lease ends on ${timeText(stands, 'long')}.`
      }
      discard={() => lastDay.discard(item)}
    >
      Its charges end with it, and what is posted for later days is credited, once this is sent.
    </UnsentEntry>
  );
}

function dayOf(ends: string | null): string {
  return ends === null ? 'that it goes on' : timeText(ends);
}

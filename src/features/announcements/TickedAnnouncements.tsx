import type { Announcement } from '../../../contract/announcements/announcement.ts';
import { Button } from '../../ui/forms/Button.tsx';
import { TickedBar } from '../../ui/lists/TickedBar.tsx';
import type { useTicks } from '../../ui/lists/useTicks.ts';

interface TickedAnnouncementsProps {
  ticks: ReturnType<typeof useTicks<Announcement>>;
  shown: number;
  online: boolean;
  onDecide: (announcements: Announcement[], status: 'approved' | 'rejected') => void;
  onDelete: (announcements: Announcement[]) => void;
}

/** What is done with all announcements that are selected: those that wait are decided, any can be deleted. */
export function TickedAnnouncements({ ticks, shown, online, onDecide, onDelete }: TickedAnnouncementsProps) {
  const { ticked, tickAll } = ticks;
  if (ticked.length === 0) return <></>;
  const pending = ticked.filter(({ status }) => status === 'pending');
  const waiting = pending.length === ticked.length ? '' : ` ${pending.length}`;
  return (
    <TickedBar count={ticked.length} total={undefined} onClear={() => tickAll(false)}>
      {ticked.length < shown && (
        <Button variant="quiet" onClick={() => tickAll(true)}>
          {`Select all ${shown}`}
        </Button>
      )}
      {pending.length > 0 && (
        <>
          <Button disabled={!online} onClick={() => onDecide(pending, 'approved')}>
            {`Approve${waiting}`}
          </Button>
          <Button variant="secondary" disabled={!online} onClick={() => onDecide(pending, 'rejected')}>
            {`Reject${waiting}`}
          </Button>
        </>
      )}
      <Button variant="quiet" disabled={!online} onClick={() => onDelete(ticked)}>
        Delete
      </Button>
    </TickedBar>
  );
}

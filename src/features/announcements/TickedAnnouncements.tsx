import type { Announcement } from '../../../contract/announcements/announcement.ts';
import type { Property } from '../../../contract/properties/property.ts';
import { numberText } from '../../../contract/values/numberText.ts';
import { ExportButton } from '../../ui/files/ExportButton.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { PrintButton } from '../../ui/print/PrintButton.tsx';
import { ShownBar } from '../../ui/lists/ShownBar.tsx';
import { TickedBar } from '../../ui/lists/TickedBar.tsx';
import type { useTicks } from '../../ui/lists/useTicks.ts';
import { announcementsTable } from './announcementsTable.ts';

interface TickedAnnouncementsProps {
  ticks: ReturnType<typeof useTicks<Announcement>>;
  shown: readonly Announcement[];
  /** How many there are, whatever is asked of them. */
  all: number;
  properties: readonly Property[];
  online: boolean;
  onDecide: (announcements: Announcement[], status: 'approved' | 'rejected') => void;
  onDelete: (announcements: Announcement[]) => void;
}

/** What is done with all announcements that are selected, or else with all that are shown: those that wait are decided, any can be deleted. */
export function TickedAnnouncements(props: TickedAnnouncementsProps) {
  const { ticks, shown, all, properties, online, onDecide, onDelete } = props;
  const { ticked, tickAll } = ticks;
  const table = () => announcementsTable(ticked.length > 0 ? ticked : shown, properties);
  const files = (
    <>
      <ExportButton narrow table={table} />
      <PrintButton narrow title="Announcements" table={table} />
    </>
  );
  if (ticked.length === 0) {
    return (
      <ShownBar shown={shown.length} all={all} one="announcement" many="announcements">
        {files}
      </ShownBar>
    );
  }
  const pending = ticked.filter(({ status }) => status === 'pending');
  const waiting = pending.length === ticked.length ? '' : ` ${pending.length}`;
  return (
    <TickedBar count={ticked.length} total={undefined} onClear={() => tickAll(false)}>
      {ticked.length < shown.length && (
        <Button variant="quiet" onClick={() => tickAll(true)}>
          {`Select all ${numberText(shown.length)}`}
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
      {files}
    </TickedBar>
  );
}

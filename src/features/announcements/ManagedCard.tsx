import { Building2, CalendarClock, CircleCheck, CircleX, Clock } from 'lucide-react';
import { isPublished, publishedAt, type Announcement } from '../../../contract/announcements/announcement.ts';
import { Badge } from '../../ui/data/Badge.tsx';
import { beginningOf } from '../../ui/lists/beginningOf.ts';
import { Button } from '../../ui/forms/Button.tsx';
import { Tick } from '../../ui/lists/Tick.tsx';
import { AnnouncementCard, LongDate } from './AnnouncementCard.tsx';
import { now } from '../../browser/clock.ts';

interface ManagedCardProps {
  announcement: Announcement;
  /** Whom it is for, if not everyone. */
  audience: string | undefined;
  online: boolean;
  ticked: boolean;
  onTick: (on: boolean) => void;
  onEdit: () => void;
  onDelete: () => void;
  onDecide: (status: 'approved' | 'rejected') => void;
}

/** An announcement with the actions of managers. */
export function ManagedCard({
  announcement,
  audience,
  online,
  ticked,
  onTick,
  onEdit,
  onDelete,
  onDecide,
}: ManagedCardProps) {
  return (
    <AnnouncementCard
      announcement={announcement}
      author={announcement.user_id}
      tick={
        <Tick name={`Select “${beginningOf(announcement.announcement)}”`} ticked={ticked} onTick={onTick} />
      }
      badge={
        <>
          <StatusBadge status={announcement.status} />
          {audience && <Badge icon={Building2}>{audience}</Badge>}
        </>
      }
      when={<PublishTime announcement={announcement} />}
    >
      <div className="flex flex-wrap gap-3 max-sm:grid max-sm:grid-cols-2">
        {announcement.status === 'pending' && (
          <>
            <Button disabled={!online} onClick={() => onDecide('approved')}>
              Approve
            </Button>
            <Button variant="secondary" disabled={!online} onClick={() => onDecide('rejected')}>
              Reject
            </Button>
          </>
        )}
        <Button variant="secondary" onClick={onEdit}>
          Edit
        </Button>
        <Button variant="quiet" disabled={!online} onClick={onDelete}>
          Delete
        </Button>
      </div>
    </AnnouncementCard>
  );
}

function StatusBadge({ status }: Pick<Announcement, 'status'>) {
  switch (status) {
    case 'pending':
      return (
        <Badge tone="info" icon={Clock}>
          Pending Review
        </Badge>
      );
    case 'approved':
      return (
        <Badge tone="success" icon={CircleCheck}>
          Approved
        </Badge>
      );
    case 'rejected':
      return <Badge icon={CircleX}>Rejected</Badge>;
  }
}

function PublishTime({ announcement }: { announcement: Announcement }) {
  const { status, publish_at, created_at } = announcement;
  if (isPublished(announcement, now())) {
    return (
      <>
        Published <LongDate value={publishedAt(announcement)} />
      </>
    );
  }
  if (publish_at && status !== 'rejected') {
    return (
      <span className="inline-flex items-center gap-1.5">
        <CalendarClock aria-hidden className="size-4 shrink-0" />
        <span>
          Scheduled for <LongDate value={publish_at} hour />
        </span>
      </span>
    );
  }
  return (
    <>
      Suggested <LongDate value={created_at} />
    </>
  );
}

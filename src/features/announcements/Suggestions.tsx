import { CircleX, Clock } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import type { Announcement } from '../../../contract/announcements/announcement.ts';
import type { OutboxItem } from '../../offline/engine/database.ts';
import { stateOf } from '../../offline/engine/outbox/itemState.ts';
import type { useOutbox } from '../../offline/subjects/useOutbox.ts';
import { Badge } from '../../ui/data/Badge.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { useConfirm } from '../../ui/feedback/Confirm.tsx';
import { Time } from '../../ui/data/Time.tsx';
import { UnsentBadge } from '../../ui/data/UnsentBadge.tsx';
import { LongDate } from './AnnouncementCard.tsx';
import { textOf } from './SuggestModal.tsx';

interface SuggestionsProps {
  title: string;
  /** The user's suggestions on the server that are not published. */
  own: Announcement[];
  children?: ReactNode;
}

/** The user's suggestions that are not on the board, with their status. */
export function Suggestions({ title, own, children }: SuggestionsProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-4">
      <h2 id={headingId} className="text-xl font-bold">
        {title}
      </h2>
      <ul role="list" className="grid grid-cols-1 gap-4 md:grid-cols-2 md:gap-6">
        {children}
        {own.map((announcement) => (
          <li key={announcement.id}>
            <Sent announcement={announcement} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Sent({
  announcement: { announcement, status, created_at, publish_at },
}: {
  announcement: Announcement;
}) {
  return (
    <Card as="article" className="h-full">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {status === 'rejected' ? (
          <Badge icon={CircleX}>Rejected</Badge>
        ) : (
          <Badge tone="amber" icon={Clock}>
            {status === 'pending' ? 'Pending Review' : 'Approved'}
          </Badge>
        )}
        <p className="text-sm text-muted">
          Suggested <Time value={created_at} />
        </p>
      </div>
      <p className="wrap-anywhere whitespace-pre-wrap">{announcement}</p>
      <p className="mt-auto text-sm text-muted">
        {status === 'pending' && 'Only you and management see this until it is approved.'}
        {status === 'rejected' && 'Management decided not to share this.'}
        {status === 'approved' && publish_at && (
          <>
            It will be shared on <LongDate value={publish_at} hour />.
          </>
        )}
      </p>
    </Card>
  );
}

interface UnsentProps {
  item: OutboxItem;
  outbox: ReturnType<typeof useOutbox>;
  onEdit: () => void;
}

/** An unsent suggestion. */
export function UnsentSuggestion({ item, outbox, onEdit }: UnsentProps) {
  const confirm = useConfirm();
  const state = stateOf(item, outbox.sending);

  async function discard(): Promise<void> {
    const sure = await confirm({
      text: item.mayHaveArrived
        ? 'Discard this suggestion? It may have been sent already.'
        : 'Discard this suggestion?',
      confirmLabel: 'Discard',
      cancelLabel: 'Keep',
      danger: true,
    });
    if (sure) await outbox.discard(item.id);
  }

  return (
    <Card as="article" tone={item.refusal ? 'danger' : undefined} className="h-full">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <UnsentBadge needsAttention={state === 'Needs attention'} words={state} />
        <p className="text-sm text-muted">
          Written <Time value={item.capturedAt} />
        </p>
      </div>
      {item.refusal && <p className="font-semibold text-danger">{item.refusal.failure.message}</p>}
      {!item.refusal && item.reason && <p className="text-muted">{item.reason}</p>}
      <p className="wrap-anywhere whitespace-pre-wrap">{textOf(item)}</p>
      {item.mayHaveArrived && !item.refusal && state !== 'Sending' && (
        <p className="text-sm text-muted">
          It may have arrived already. It is tried again by itself, and shared once.
        </p>
      )}
      <div className="mt-auto flex flex-wrap gap-3">
        {/* Once it may have arrived, a changed one would be a second one. */}
        {!item.mayHaveArrived && (
          <Button variant="secondary" onClick={onEdit}>
            Edit
          </Button>
        )}
        <Button variant="secondary" onClick={() => void outbox.retry(item.id)}>
          Try now
        </Button>
        <Button variant="quiet" onClick={() => void discard()}>
          Discard
        </Button>
      </div>
    </Card>
  );
}

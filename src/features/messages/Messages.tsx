import { ChevronRight, MessagesSquare } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { ListedThread } from '../../offline/subjects/conversations/threadList.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { lastText, unreadText } from '../../subjects/messages/threadTexts.ts';
import { useThreads } from '../../subjects/messages/useThreads.ts';
import { Badge } from '../../ui/data/Badge.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { StickyNotice } from '../../ui/feedback/StickyNotice.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { useDialogAddress } from '../../ui/layout/dialogAddress.ts';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { NewMessage } from './NewMessage.tsx';
import { useWriting } from './useWriting.ts';

const MANAGEMENT = { about: '', user_id: null, unit_id: null };

/** `/messages`: what a resident and management write to each other, about anything. */
export default function Messages() {
  const threads = useThreads();
  const { notice, setNotice, start } = useWriting();
  const { address, open, close } = useDialogAddress();
  return (
    <>
      <PageHeading
        title="Messages"
        description="Write to management about anything, with or without a connection."
        action={<Button onClick={() => open({ new: '1' })}>New Message</Button>}
      />
      <StickyNotice notice={notice} onDone={() => setNotice(undefined)} />
      <Loaded query={threads} failed="Unable to load your messages">
        {(all) =>
          all.length === 0 ? (
            <EmptyState icon={MessagesSquare} title="No messages yet.">
              What you and management write to each other stands here.
            </EmptyState>
          ) : (
            <ul
              role="list"
              aria-label="Conversations"
              className="bg-raised divide-y divide-line rounded-card border border-line px-2"
            >
              {all.map((thread) => (
                <Row key={thread.uuid} listed={thread} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {address.has('new') && <NewMessage to={MANAGEMENT} onSubmit={start} onClose={close} />}
    </>
  );
}

function Row({ listed }: { listed: ListedThread }) {
  const { uuid, subject, last_text, last_by_management, unread, unit_id, about, state, unsent } = listed;
  return (
    <li>
      <Link
        to={`/messages/${uuid}`}
        className="flex min-h-11 items-center gap-3 rounded-control px-2 py-3 hover:bg-sunken"
      >
        <span className="min-w-0 flex-1 wrap-anywhere">
          <span className="line-clamp-2 font-semibold">{subject}</span>
          {last_text !== subject && (
            <span className="line-clamp-1 text-sm">
              {last_by_management ? 'Management: ' : ''}
              {last_text}
            </span>
          )}
          <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
            {unit_id !== null && <span>{about}</span>}
            <span>Last message {lastText(listed)}</span>
            {unread > 0 && <Badge tone="amber">{unreadText(unread)}</Badge>}
            {state === 'waiting' && unread === 0 && <span>Not answered yet</span>}
            {unsent.length > 0 && <Badge tone="info">Unsent</Badge>}
          </span>
        </span>
        <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
      </Link>
    </li>
  );
}

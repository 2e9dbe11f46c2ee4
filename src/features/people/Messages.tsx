import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { ListedThread } from '../../offline/subjects/conversations/threadList.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { lastText, standingText, unreadText } from '../../subjects/messages/threadTexts.ts';
import { useThreads } from '../../subjects/messages/useThreads.ts';
import { Badge } from '../../ui/data/Badge.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { COMES_BACK } from '../../ui/layout/dialogAddress.ts';
import { TextLink } from '../../ui/layout/TextLink.tsx';

/** How many conversations are shown. */
const SHOWN = 3;

interface MessagesProps {
  of: (listed: ListedThread) => boolean;
  /** The part of the address that names whom a new message is for; undefined where nobody would read it. */
  to: `user=${number}` | `unit=${number}` | undefined;
}

/** What management and a person or a home write to each other, the last message first. */
export function Messages({ of, to }: MessagesProps) {
  const threads = useThreads();
  return (
    <Card
      title="Messages"
      action={
        to !== undefined && (
          <ButtonLink variant="secondary" to={`/admin/messages?new=1&${to}`} state={COMES_BACK}>
            Message
          </ButtonLink>
        )
      }
    >
      <Loaded query={threads} failed="Unable to load the messages" loading={<p>Loading...</p>}>
        {(all) => {
          const own = all.filter(of);
          if (own.length === 0) return <p className="text-muted">Nothing was written yet.</p>;
          return (
            <>
              <ul role="list" className="-mx-2 -my-3 divide-y divide-line">
                {own.slice(0, SHOWN).map((each) => (
                  <Row key={each.uuid} listed={each} />
                ))}
              </ul>
              {own.length > SHOWN && (
                <p className="text-sm text-muted">
                  {own.length - SHOWN} more in <TextLink to="/admin/messages?show=all">Messages</TextLink>
                </p>
              )}
            </>
          );
        }}
      </Loaded>
    </Card>
  );
}

function Row({ listed }: { listed: ListedThread }) {
  const { uuid, subject, unread, unsent } = listed;
  return (
    <li>
      <Link
        to={`/admin/messages/${uuid}`}
        className="flex min-h-11 items-center gap-3 rounded-control px-2 py-3 hover:bg-sunken"
      >
        <span className="min-w-0 flex-1 wrap-anywhere">
          <span className="line-clamp-2 font-semibold">{subject}</span>
          <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
            <span>
              {standingText(listed)}, last message {lastText(listed)}
            </span>
            {unread > 0 && <Badge tone="amber">{unreadText(unread)}</Badge>}
            {unsent.length > 0 && <Badge tone="info">Unsent</Badge>}
          </span>
        </span>
        <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
      </Link>
    </li>
  );
}

import { BellOff, ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Notification } from '../../../contract/notifications/notification.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { useDevice } from '../../offline/engine/device.ts';
import { recordSeen, useNotifications } from '../../offline/subjects/useNotifications.ts';
import { Badge } from '../../ui/data/Badge.tsx';
import { Time } from '../../ui/data/Time.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { COMES_BACK } from '../../ui/layout/dialogAddress.ts';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { joinClasses } from '../../ui/layout/joinClasses.ts';

/** `/notifications`: what happened, newest first. Being shown marks it as read. */
export default function Notifications() {
  const { query, unread } = useNotifications();
  const isNew = useShownAsNew(unread);
  return (
    <div className="max-w-3xl">
      <PageHeading
        title="Notifications"
        description="What happened that concerns you. Each leads to its place."
        action={
          <ButtonLink variant="secondary" to="/notifications/preferences">
            Notification settings
          </ButtonLink>
        }
      />
      <Loaded query={query} failed="Unable to load notifications">
        {(all) =>
          all.length === 0 ? (
            <EmptyState icon={BellOff} title="Nothing happened yet.">
              When management answers you, posts something or receives a payment, it will be here.
            </EmptyState>
          ) : (
            <ul
              role="list"
              aria-label="Notifications"
              className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface shadow-card"
            >
              {all.map((each) => (
                <li key={each.id}>
                  <Row notification={each} isNew={isNew(each)} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  );
}

/** What opens a dialog of a screen: where it is closed, one goes on with the list of notifications. */
const DIALOG = /[?&](?:request|entry|edit)=/;

function Row({ notification, isNew }: { notification: Notification; isNew: boolean }) {
  const { title, body, path, urgent, created_at } = notification;
  return (
    <Link
      to={path}
      state={DIALOG.test(path) ? COMES_BACK : undefined}
      className={joinClasses(
        'flex items-center gap-3 p-[min(1rem,5vw)] -outline-offset-2 md:px-6 enabled-hover:bg-sunken',
        isNew && 'bg-accent-soft/40',
      )}
    >
      <span className="min-w-0 grow">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className={joinClasses('min-w-0 wrap-anywhere', isNew ? 'font-bold' : 'font-semibold')}>
            {title}
          </span>
          {urgent && <Badge tone="danger">Urgent</Badge>}
          {isNew && <Badge tone="amber">New</Badge>}
        </span>
        {body && <span className="mt-1 line-clamp-2 wrap-anywhere whitespace-pre-line">{body}</span>}
        <Time value={created_at} format="dateTime" className="mt-1 block text-sm text-muted" />
      </span>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
    </Link>
  );
}

/** Marks what is unread as seen, and tells which notifications are shown as new until the screen is left. */
function useShownAsNew(unread: Notification[]): (notification: Notification) => boolean {
  const { userId } = useDevice();
  const [shown, setShown] = useState<ReadonlySet<number>>(new Set());
  if (unread.some(({ id }) => !shown.has(id))) {
    setShown(new Set([...shown, ...unread.map(({ id }) => id)]));
  }
  const newest = Math.max(0, ...unread.map(({ id }) => id));
  useEffect(() => {
    if (newest === 0) return;
    const see = () => {
      if (document.visibilityState === 'visible') void recordSeen(userId, newest);
    };
    see();
    document.addEventListener('visibilitychange', see);
    return () => document.removeEventListener('visibilitychange', see);
  }, [newest, userId]);
  return ({ id }) => shown.has(id);
}

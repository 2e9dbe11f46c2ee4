import { BellIcon } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import { NavLink } from 'react-router-dom';
import { ApiError, Unreachable } from '../api/call.ts';
import { currentConnection, onConnectionChange } from '../api/connection.ts';
import { useOnlineStep } from '../forms/useOnlineStep.ts';
import { useNotifications } from '../offline/subjects/useNotifications.ts';

/** The link to one's notifications, with how many are unread. Tells the server what this device has seen. */
export function Bell() {
  const { unread, toReport, query } = useNotifications();
  useReportSeen(toReport, query.refresh);
  const count = unread.length;
  // Also in the link's name: who speaks to their device says what they see.
  const shown = count > 99 ? '99+' : String(count);
  return (
    <NavLink
      to="/notifications"
      end
      aria-label={count > 0 ? `Notifications, ${shown} unread` : 'Notifications'}
      className="relative grid size-11 shrink-0 place-items-center rounded-control text-ink aria-[current=page]:bg-accent-soft lg:text-muted enabled-hover:bg-sunken enabled-hover:text-ink"
    >
      <BellIcon aria-hidden className="size-6" />
      {count > 0 && (
        <span
          aria-hidden
          className="absolute top-0.5 right-0 min-w-5 rounded-full bg-danger px-1 text-center text-xs leading-5 font-bold text-paper tabular-nums"
        >
          {shown}
        </span>
      )}
    </NavLink>
  );
}

/** Marks notifications as read on the server, as soon as there is a connection. */
function useReportSeen(upTo: number, refresh: () => Promise<void>): void {
  const send = useOnlineStep();
  const connection = useSyncExternalStore(onConnectionChange, currentConnection);
  useEffect(() => {
    if (upTo === 0 || connection === 'offline') return;
    send('markNotificationsRead', { body: { up_to: upTo } })
      .then(refresh)
      .catch((error: unknown) => {
        // They count as read here; the next connection or start tells the server.
        if (!(error instanceof Unreachable || error instanceof ApiError)) throw error;
      });
  }, [upTo, connection, send, refresh]);
}

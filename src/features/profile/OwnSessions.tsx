import { useRef } from 'react';
import type { OwnSession } from '../../../contract/sessions/ownSession.ts';
import { useOnlineChange } from '../../forms/useOnlineChange.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { useOnline } from '../../offline/hooks/useOnline.ts';
import { Badge } from '../../ui/data/Badge.tsx';
import { isoDay, timeText } from '../../ui/data/Time.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { now } from '../../browser/clock.ts';

const WHAT_ENDS = 'Whoever uses it must sign in again. What is unsent there waits for that.';

/** Where one is signed in, with the means to sign out there. */
export function OwnSessions() {
  const sessions = useCachedQuery('listSessions', {});
  const online = useOnline();
  const list = useRef<HTMLUListElement>(null);
  const { busy, notice, change } = useOnlineChange();
  // The button that was pressed goes with its session.
  const onDone = () => list.current?.focus();

  const signOut = (session: OwnSession) =>
    change({
      route: 'endSession',
      input: { params: { id: session.id } },
      question: {
        text: `Are you sure you want to sign out ${nameOf(session)}?\n${WHAT_ENDS}`,
        confirmLabel: 'Sign Out',
        danger: true,
      },
      done: `${nameOf(session)} is signed out.`,
      failed: (reason) => `Failed to sign out ${nameOf(session)}: ${reason}`,
      onDone,
    });

  const signOutElsewhere = () =>
    change({
      route: 'endOtherSessions',
      input: {},
      question: {
        text: 'Are you sure you want to sign out everywhere but here?\nWhat is unsent elsewhere waits for the next sign-in there.',
        confirmLabel: 'Sign Out',
        danger: true,
      },
      done: 'You are signed out everywhere else.',
      failed: (reason) => `Failed to sign out elsewhere: ${reason}`,
      onDone,
    });

  return (
    <Card title="Where you are signed in">
      {notice && <Banner type={notice.type}>{notice.message}</Banner>}
      <Loaded
        query={sessions}
        failed="Failed to load where you are signed in"
        loading={<Loading cards={1} />}
      >
        {(all) => (
          <>
            <ul
              ref={list}
              role="list"
              tabIndex={-1}
              aria-label="Where you are signed in"
              className="divide-y divide-line"
            >
              {all.map((session) => (
                <li
                  key={session.id}
                  className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
                >
                  <div className="min-w-0">
                    <p className="flex flex-wrap items-center gap-2 font-semibold">
                      {nameOf(session)}
                      {session.current && <Badge tone="success">This device</Badge>}
                    </p>
                    <p className="text-muted">
                      {lastUsed(session)}. Signed in on {timeText(session.signed_in_at)}.
                    </p>
                  </div>
                  {!session.current && (
                    <Button
                      variant="secondary"
                      disabled={!online || busy}
                      aria-label={`Sign Out ${nameOf(session)}, ${lastUsed(session).toLowerCase()}`}
                      onClick={() => void signOut(session)}
                    >
                      Sign Out
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            {all.length > 1 && (
              <Button
                variant="secondary"
                className="self-start max-sm:w-full"
                disabled={!online || busy}
                onClick={() => void signOutElsewhere()}
              >
                Sign Out Everywhere Else
              </Button>
            )}
            {all.length > 1 && !online && (
              <p className="text-muted">You need a connection to sign out elsewhere.</p>
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}

function nameOf({ device }: OwnSession): string {
  return device ?? 'Another app';
}

/** By the day, since a device that is in use says so only now and then. */
function lastUsed({ last_used_at }: OwnSession): string {
  const yesterday = now();
  yesterday.setDate(yesterday.getDate() - 1);
  const day = isoDay(new Date(last_used_at));
  if (day === isoDay()) return 'Last used today';
  if (day === isoDay(yesterday)) return 'Last used yesterday';
  return `Last used on ${timeText(last_used_at)}`;
}

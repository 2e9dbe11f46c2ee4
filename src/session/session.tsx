import { createContext, useContext, useEffect, useSyncExternalStore, type ReactNode } from 'react';
import type { User } from '../../contract/users/user.ts';
import { ApiError, Unreachable } from '../api/call.ts';
import { loadPart } from '../browser/loadPart.ts';
import { nextFrame } from '../browser/nextFrame.ts';
import { type Session, currentSession, setSession, onSessionChange } from './currentSession.ts';
import { start } from './signIn.ts';

const SessionContext = createContext<Session>(currentSession());

let starting = false;

/** Starts the session of this page, unless that is under way. */
function startOnce(): void {
  if (starting) return;
  starting = true;
  start()
    .catch((error: unknown) => {
      reportUnlessRefused(error);
      if (currentSession().status === 'starting') setSession({ status: 'out' });
    })
    .finally(() => {
      starting = false;
    });
}

/** Offline the user of this device continues with the cached data. */
function reportUnlessRefused(error: unknown): void {
  if (!(error instanceof Unreachable || error instanceof ApiError)) console.error(error);
}

/** Asks the server whether who stayed signed in on this device still is, once the first screen stands, which does not need it. */
async function renew(): Promise<void> {
  const user = await knownUser();
  await nextFrame();
  if (!user) return;
  const { tokenFor } = await loadPart(() => import('./tokens.ts'));
  await tokenFor(user.id);
}

/** Starts the session, and resolves once it is known who is signed in; to undefined where nobody is. */
export function knownUser(): Promise<User | undefined> {
  startOnce();
  return new Promise((resolve) => {
    const look = () => {
      const { status, user } = currentSession();
      if (status === 'starting') return;
      stop();
      resolve(user);
    };
    const stop = onSessionChange(look);
    look();
  });
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const current = useSyncExternalStore(onSessionChange, currentSession);
  useEffect(() => void renew().catch(reportUnlessRefused), []);
  return <SessionContext value={current}>{children}</SessionContext>;
}

export function useSession(): Session {
  return useContext(SessionContext);
}

/** The signed-in user, for screens behind the sign-in. */
export function useUser(): User {
  const { user } = useSession();
  if (!user) throw new Error('A screen for people who are signed in was shown to nobody.');
  return user;
}

import { createContext, useContext, useEffect, useSyncExternalStore, type ReactNode } from 'react';
import type { User } from '../../contract/users/user.ts';
import { ApiError, Unreachable } from '../api/call.ts';
import { type Session, currentSession, setSession, onSessionChange } from './currentSession.ts';
import { start } from './signIn.ts';

const SessionContext = createContext<Session>(currentSession());

export function SessionProvider({ children }: { children: ReactNode }) {
  const current = useSyncExternalStore(onSessionChange, currentSession);
  useEffect(() => {
    start().catch((error: unknown) => {
      // Offline the user of this device continues with the cached data.
      if (error instanceof Unreachable || error instanceof ApiError) return;
      console.error(error);
      if (currentSession().status === 'starting') setSession({ status: 'out' });
    });
  }, []);
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

import { createContext, useContext, useEffect, useSyncExternalStore, type ReactNode } from 'react';
import type { Input } from '../../contract/route.ts';
import { sessionRoutes } from '../../contract/sessionRoutes.ts';
import { SignedIn, type User } from '../../contract/user.ts';
import { call, ApiError, Unreachable } from '../call.ts';
import {
  forget,
  forgetOtherUsers,
  likelySignedIn,
  updateRemembered,
  rememberedUser,
  rememberSignedIn,
  forgetSignedIn,
  sendPendingLogout,
} from './rememberedUser.ts';

/** Who is signed in on this page. Without a token it is the last person of this device, reading what is kept. */
interface Session {
  status: 'starting' | 'out' | 'in';
  user?: User;
  token?: string;
  /** While starting: whether this device most likely stays signed in. */
  likely?: boolean;
  /** The session ended on the server: reading goes on, sending waits for the person to sign in. */
  ended?: boolean;
}

const STORED = 'porchlight.session';

let session: Session = initialSession();
const listeners = new Set<() => void>();
const tabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel('porchlight-session') : undefined;

function setSession(next: Session): void {
  session = next;
  if (next.user && next.token) {
    sessionStorage.setItem(STORED, JSON.stringify({ user: next.user, token: next.token }));
  } else {
    sessionStorage.removeItem(STORED);
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Who is here as far as can be told at once: this tab's session, or perhaps the person of this device. */
function initialSession(): Session {
  const stored = readStoredSession();
  return stored ? { status: 'in', ...stored } : { status: 'starting', likely: likelySignedIn() };
}

/** What this tab stored; undefined where that is nothing, or nothing that this version could go on with. */
function readStoredSession(): SignedIn | undefined {
  try {
    return SignedIn.parse(JSON.parse(sessionStorage.getItem(STORED) ?? 'null'));
  } catch {
    return undefined;
  }
}

/**
 * Finds out who stayed signed in on this device, from IndexedDB.
 * @public since the fault simulator starts the app by it
 */
export async function start(): Promise<void> {
  if (session.status !== 'starting') return;
  const user = await rememberedUser();
  if (!user) {
    setSession({ status: 'out' });
    await sendPendingLogout();
    return;
  }
  setSession({ status: 'in', user });
  await tokenFor(user.id);
}

type Renewed = { token: string; user: User } | undefined;

let renewing: { userId: number; renewed: Promise<Renewed> } | undefined;

/** Asks for a new token once, however many calls of this person wait for it; undefined where the session has ended. */
function renew(userId: number): Promise<Renewed> {
  if (renewing?.userId === userId) return renewing.renewed;
  const renewed = call(sessionRoutes.refresh, {}, { token: session.token })
    .catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 401) return undefined;
      throw error;
    })
    .finally(() => {
      if (renewing?.renewed === renewed) renewing = undefined;
    });
  renewing = { userId, renewed };
  return renewed;
}

async function startSession({ token, user }: { token: string; user: User }, keep: boolean): Promise<void> {
  if (keep) await rememberSignedIn(user);
  else await forgetSignedIn();
  await forgetOtherUsers(user.id);
  setSession({ status: 'in', user, token });
}

/** Takes over what the server now says of the person who is signed in, such as their new name. */
export async function adoptUser(user: User): Promise<void> {
  if (!isHere(user.id)) return;
  await updateRemembered(user);
  if (isHere(user.id)) setSession({ ...session, user });
}

function isHere(userId: number): boolean {
  return session.user?.id === userId;
}

/**
 * The token of this person; with `spent`, which the server no longer takes, a new one.
 * Undefined where they are not signed in here or have to sign in again.
 * @throws {Unreachable} where a new one is needed and the server cannot be asked
 * @throws {ApiError} where it cannot give one now
 */
export async function tokenFor(userId: number, spent?: string): Promise<string | undefined> {
  const { user, token, ended } = session;
  if (user?.id !== userId || ended) return undefined;
  if (token && token !== spent) return token;
  const renewed = await renew(userId);
  // Whoever was here may have signed out while the server was asked.
  if (!isHere(userId)) return undefined;
  if (renewed?.user.id !== userId) {
    setSession({ status: 'in', user, ended: true });
    return undefined;
  }
  // What management changed about them meanwhile holds for the next start without a connection, too.
  await updateRemembered(renewed.user);
  setSession({ status: 'in', ...renewed });
  return renewed.token;
}

/**
 * Makes a call with this person's token, once more with a new one where the server no longer takes it.
 * @throws {ApiError} 401 where they have to sign in again, also where they signed out while the answer was on its way
 */
export async function withToken<T>(userId: number, send: (token: string) => Promise<T>): Promise<T> {
  const token = await tokenFor(userId);
  if (!token) throw signInAgain();
  let answer: T;
  try {
    answer = await send(token);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    const renewed = await tokenFor(userId, token);
    if (!renewed) throw error;
    answer = await send(renewed);
  }
  if (!isHere(userId)) throw signInAgain();
  return answer;
}

function signInAgain(): ApiError {
  const message = 'Please sign in again to go on.';
  return new ApiError(401, { message, error: message, code: 'unauthenticated' });
}

export async function signIn(body: Input<typeof sessionRoutes.login>['body']): Promise<User> {
  await sendPendingLogout();
  const answer = await call(sessionRoutes.login, { body });
  await startSession(answer, body.keep_signed_in ?? false);
  return answer.user;
}

export async function register(body: Input<typeof sessionRoutes.register>['body']): Promise<User> {
  await sendPendingLogout();
  const { token, user } = await call(sessionRoutes.register, { body });
  if (token) await startSession({ token, user }, body.keep_signed_in ?? false);
  return user;
}

/** Signs out here and in this person's other tabs; the server is told now, or at the next start. */
export async function signOut(options: { discardUnsent: boolean }): Promise<void> {
  const { user, token } = session;
  // First of all nobody is here, so that no answer that is still on its way is kept for someone who has left. It is
  // shown as done only once it is: whoever closes the page at the sight of the first screen has left for good.
  setSession({ status: 'starting' });
  try {
    if (user) {
      await forget(user.id, options);
      tabs?.postMessage({ signedOut: user.id });
    }
  } finally {
    setSession({ status: 'out' });
  }
  await sendPendingLogout(token);
}

tabs?.addEventListener('message', ({ data }: MessageEvent<{ signedOut: number }>) => {
  if (session.user?.id === data.signedOut) setSession({ status: 'out' });
});

const SessionContext = createContext<Session>(session);

export function SessionProvider({ children }: { children: ReactNode }) {
  const current = useSyncExternalStore(subscribe, () => session);
  useEffect(() => {
    start().catch((error: unknown) => {
      // Without a connection the person of this device goes on with what is kept.
      if (error instanceof Unreachable || error instanceof ApiError) return;
      console.error(error);
      if (session.status === 'starting') setSession({ status: 'out' });
    });
  }, []);
  return <SessionContext value={current}>{children}</SessionContext>;
}

export function useSession(): Session {
  return useContext(SessionContext);
}

/** The person who is signed in, for screens that nobody else reaches. */
export function useUser(): User {
  const { user } = useSession();
  if (!user) throw new Error('A screen for people who are signed in was shown to nobody.');
  return user;
}

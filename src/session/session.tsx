import { createContext, useContext, useEffect, useSyncExternalStore, type ReactNode } from 'react';
import type { Input } from '../../contract/http/route.ts';
import { sessionRoutes } from '../../contract/sessions/sessionRoutes.ts';
import { DEACTIVATED, MUST_ADD_SECOND_FACTOR, SignedIn, type User } from '../../contract/users/user.ts';
import { call, ApiError, Unreachable } from '../api/call.ts';
import { readItem, removeItem, writeItem } from '../browser/webStorage.ts';
import {
  forget,
  forgetCachedReads,
  isLeaving,
  likelySignedIn,
  updateRemembered,
  rememberedUser,
  rememberSignedIn,
  forgetSignedIn,
  sendPendingLogout,
} from './rememberedUser.ts';

/** The session of this page. Without a token it is the last user of this device, who reads the cached data. */
interface Session {
  status: 'starting' | 'out' | 'in';
  user?: User;
  token?: string;
  /** While starting: whether this device is probably still signed in. */
  likely?: boolean;
  /** Whether the session ended on the server: cached data can be read, and sending waits for a sign-in. */
  ended?: boolean;
  /** Whether the server has said that the account is not active any more. */
  deactivated?: boolean;
}

const STORED = 'porchlight.session';

let session: Session = initialSession();
const listeners = new Set<() => void>();
const tabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel('porchlight-session') : undefined;

function setSession(next: Session): void {
  session = next;
  if (next.user && next.token) {
    writeItem('sessionStorage', STORED, JSON.stringify({ user: next.user, token: next.token }));
  } else {
    removeItem('sessionStorage', STORED);
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The session that is known synchronously: that of this tab, or probably that of this device. */
function initialSession(): Session {
  const stored = readStoredSession();
  return stored ? { status: 'in', ...stored } : { status: 'starting', likely: likelySignedIn() };
}

/** The session stored by this tab; undefined if there is none or it does not fit this version. */
function readStoredSession(): SignedIn | undefined {
  try {
    return SignedIn.parse(JSON.parse(readItem('sessionStorage', STORED) ?? 'null'));
  } catch {
    return undefined;
  }
}

/**
 * Reads the user who stayed signed in on this device from IndexedDB.
 * @public since the fault simulator starts the app by it
 */
export async function start(): Promise<void> {
  if (session.status !== 'starting') return;
  const user = await rememberedUser();
  if (!user) {
    if (likelySignedIn() && !(await isLeaving()) && (await startByCookie())) return;
    setSession({ status: 'out' });
    // What a session without "Keep me signed in" could read goes with it.
    await forgetCachedReads();
    await sendPendingLogout();
    return;
  }
  setSession({ status: 'in', user });
  await tokenFor(user.id);
}

/** How long the start waits for the server, in milliseconds. */
const START_PATIENCE = 5_000;

/** Starts the session of this device's cookie, after the browser deleted the database with the user. */
async function startByCookie(): Promise<boolean> {
  try {
    await startSession(await call(sessionRoutes.refresh, {}, { patience: START_PATIENCE }), true);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) await forgetSignedIn();
    else if (!(error instanceof ApiError) && !(error instanceof Unreachable)) throw error;
    return false;
  }
}

type Renewed = { token: string; user: User } | typeof DEACTIVATED | undefined;

let renewing: { userId: number; renewed: Promise<Renewed> } | undefined;

/** Renews the token once for all waiting calls; undefined if the session has ended, or that the user was deactivated. */
function renew(userId: number): Promise<Renewed> {
  if (renewing?.userId === userId) return renewing.renewed;
  const renewed: Promise<Renewed> = call(sessionRoutes.refresh, {}, { token: session.token })
    .catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      return error.failure.code === DEACTIVATED ? DEACTIVATED : undefined;
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
  // Who does not stay signed in leaves nothing to read on this device.
  await forgetCachedReads(keep ? user.id : undefined);
  setSession({ status: 'in', user, token });
}

/** Updates the signed-in user from an answer of the server, such as a new name. */
export async function adoptUser(user: User): Promise<void> {
  if (!isSignedIn(user.id)) return;
  await updateRemembered(user);
  if (isSignedIn(user.id)) setSession({ ...session, user });
}

/** Goes on with the token of a changed password or second factor, here and in the user's other tabs, whose tokens are void by it. */
export function adoptToken(userId: number, token: string): void {
  if (!session.user || !isSignedIn(userId)) return;
  setSession({ status: 'in', user: session.user, token });
  tabs?.postMessage({ renewed: userId, token } satisfies RenewedMessage);
}

function isSignedIn(userId: number): boolean {
  return session.user?.id === userId;
}

/**
 * The access token of this user; with `spent`, a token that the server refused, a new one. Undefined if the user is
 * not signed in here or has to sign in again.
 * @throws {Unreachable} if a new token is needed and there is no connection
 * @throws {ApiError} if the server cannot renew the session now
 */
export async function tokenFor(userId: number, spent?: string): Promise<string | undefined> {
  const { user, token, ended } = session;
  if (user?.id !== userId || ended) return undefined;
  if (token && token !== spent) return token;
  const renewed = await renew(userId);
  // The user may have signed out during the request, or a change of password brought another token.
  if (!isSignedIn(userId)) return undefined;
  if (session.token && session.token !== token) return session.token;
  if (renewed === DEACTIVATED) {
    await leave(user, { discardUnsent: false }, { status: 'out', deactivated: true });
    return undefined;
  }
  if (renewed?.user.id !== userId) {
    setSession({ status: 'in', user, ended: true });
    return undefined;
  }
  // Stored for the next offline start, since management may have changed the user.
  await updateRemembered(renewed.user);
  setSession({ status: 'in', ...renewed });
  return renewed.token;
}

/**
 * Makes a call with this user's token, and repeats it with a new one after a 401.
 * @throws {ApiError} 401 if the user has to sign in again, or signed out during the call
 */
export async function withToken<T>(userId: number, send: (token: string) => Promise<T>): Promise<T> {
  const token = await tokenFor(userId);
  if (!token) throw signInAgain();
  let answer: T;
  try {
    answer = await send(token);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // The renewed user is marked, by which the screen changes.
    const mustAddFactor = error.failure.code === MUST_ADD_SECOND_FACTOR;
    if (error.status !== 401 && !mustAddFactor) throw error;
    const renewed = await tokenFor(userId, token);
    if (!renewed || mustAddFactor) throw error;
    answer = await send(renewed);
  }
  if (!isSignedIn(userId)) throw signInAgain();
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

/** Signs in by the answer of another call, such as an accepted invitation, if that has a token. */
export async function signInBy(
  send: () => Promise<{ token?: string | undefined; user: User }>,
  keep: boolean,
): Promise<User> {
  await sendPendingLogout();
  const { token, user } = await send();
  if (token) await startSession({ token, user }, keep);
  return user;
}

/** Signs out here and in the user's other tabs. The server is told now, or at the next start with a connection. */
export async function signOut(options: { discardUnsent: boolean }): Promise<void> {
  const { user, token } = session;
  await leave(user, options, { status: 'out' });
  await sendPendingLogout(token);
}

interface SignedOutMessage {
  signedOut: number;
  next: Session;
}

interface RenewedMessage {
  renewed: number;
  token: string;
}

/** Deletes the user's data from this device, and ends the session here and in the user's other tabs. */
async function leave(
  user: User | undefined,
  options: { discardUnsent: boolean },
  next: Session,
): Promise<void> {
  // The session is removed first, so that no late answer is cached for the user. The screen changes only when
  // everything is deleted, so that closing the page then is safe.
  setSession({ status: 'starting' });
  try {
    if (user) {
      await forget(user.id, options);
      tabs?.postMessage({ signedOut: user.id, next } satisfies SignedOutMessage);
    }
  } finally {
    setSession(next);
  }
}

tabs?.addEventListener('message', ({ data }: MessageEvent<SignedOutMessage | RenewedMessage>) => {
  const { user } = session;
  if (!user) return;
  if ('signedOut' in data) {
    if (user.id === data.signedOut) setSession(data.next);
  } else if (user.id === data.renewed) {
    setSession({ status: 'in', user, token: data.token });
  }
});

const SessionContext = createContext<Session>(session);

export function SessionProvider({ children }: { children: ReactNode }) {
  const current = useSyncExternalStore(subscribe, () => session);
  useEffect(() => {
    start().catch((error: unknown) => {
      // Offline the user of this device continues with the cached data.
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

/** The signed-in user, for screens behind the sign-in. */
export function useUser(): User {
  const { user } = useSession();
  if (!user) throw new Error('A screen for people who are signed in was shown to nobody.');
  return user;
}

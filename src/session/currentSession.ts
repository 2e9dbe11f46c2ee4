import type { SignedIn, User } from '../../contract/users/user.ts';
import { Unreachable } from '../api/call.ts';
import { loadSessionRoutes } from '../api/loadRoutes.ts';
import { readItem, removeItem, writeItem } from '../browser/webStorage.ts';
import { contractHash } from '../offline/engine/contractHash.ts';
import { forget, likelySignedIn, updateRemembered } from './rememberedUser.ts';

/** The session of this page. Without a token it is the last user of this device, who reads the cached data. */
export interface Session {
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

/** The session of this page, as it is now. */
export function currentSession(): Session {
  return session;
}

/** Whether somebody is signed in on this page, or probably on this device. */
export function probablySignedIn(): boolean {
  return session.status === 'in' || (session.likely ?? false);
}

export function setSession(next: Session): void {
  session = next;
  if (next.user && next.token) {
    writeItem(
      'sessionStorage',
      STORED,
      JSON.stringify({ user: next.user, token: next.token, contract: contractHash() }),
    );
  } else {
    removeItem('sessionStorage', STORED);
  }
  for (const listener of listeners) listener();
}

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The session that is known synchronously: that of this tab, or probably that of this device. */
function initialSession(): Session {
  const stored = readStoredSession();
  // Of this version what it says is known to fit, and no schema has to be loaded for it.
  return stored && stored.contract === contractHash()
    ? { status: 'in', user: stored.user, token: stored.token }
    : { status: 'starting', likely: stored !== undefined || likelySignedIn() };
}

interface StoredSession extends SignedIn {
  /** The contract by which the app checked it, as `contractHash` tells it. */
  contract?: string;
}

/** What this tab stored, unchecked; undefined if that is nothing. */
function readStoredSession(): StoredSession | undefined {
  try {
    return (JSON.parse(readItem('sessionStorage', STORED) ?? 'null') as StoredSession | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** The session that another version of the app stored in this tab, before an update; undefined if none fits this one. */
export async function sessionOfOtherVersion(): Promise<SignedIn | undefined> {
  const stored = readStoredSession();
  if (!stored) return undefined;
  try {
    const { login } = await loadSessionRoutes();
    return login.answer.safeParse(stored).data;
  } catch (error) {
    // Without its schemas this version makes no call either.
    if (error instanceof Unreachable) return undefined;
    throw error;
  }
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

export function isSignedIn(userId: number): boolean {
  return session.user?.id === userId;
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
export async function leave(
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

import { SignedIn, type User } from '../../contract/users/user.ts';
import { readItem, removeItem, writeItem } from '../browser/webStorage.ts';
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
    writeItem('sessionStorage', STORED, JSON.stringify({ user: next.user, token: next.token }));
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

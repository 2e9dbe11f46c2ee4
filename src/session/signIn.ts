import type { Input } from '../../contract/http/route.ts';
import type { sessionRoutes } from '../../contract/sessions/sessionRoutes.ts';
import type { User } from '../../contract/users/user.ts';
import { call, ApiError, Unreachable } from '../api/call.ts';
import { loadSessionRoutes } from '../api/loadRoutes.ts';
import {
  forgetCachedReads,
  isLeaving,
  likelySignedIn,
  rememberedUser,
  rememberSignedIn,
  forgetSignedIn,
  sendPendingLogout,
} from './rememberedUser.ts';
import { currentSession, setSession, leave, sessionOfOtherVersion } from './currentSession.ts';

/**
 * Reads the user who stayed signed in on this device from IndexedDB.
 * @public since the fault simulator starts the app by it
 */
export async function start(): Promise<void> {
  if (currentSession().status !== 'starting') return;
  const stored = await sessionOfOtherVersion();
  if (stored) {
    setSession({ status: 'in', ...stored });
    return;
  }
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
}

/** How long the start waits for the server, in milliseconds. */
const START_PATIENCE = 5_000;

/** Starts the session of this device's cookie, after the browser deleted the database with the user. */
async function startByCookie(): Promise<boolean> {
  try {
    const { refresh } = await loadSessionRoutes();
    await startSession(await call(refresh, {}, { patience: START_PATIENCE }), true);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) await forgetSignedIn();
    else if (!(error instanceof ApiError) && !(error instanceof Unreachable)) throw error;
    return false;
  }
}

async function startSession({ token, user }: { token: string; user: User }, keep: boolean): Promise<void> {
  if (keep) await rememberSignedIn(user);
  else await forgetSignedIn();
  // Who does not stay signed in leaves nothing to read on this device.
  await forgetCachedReads(keep ? user.id : undefined);
  setSession({ status: 'in', user, token });
}

/**
 * The rules of what is typed to sign in.
 * @throws {Unreachable} where they cannot be loaded
 */
export async function loadLoginRules(): Promise<typeof sessionRoutes.login.body> {
  const { login } = await loadSessionRoutes();
  return login.body;
}

export async function signIn(body: Input<typeof sessionRoutes.login>['body']): Promise<User> {
  await sendPendingLogout();
  const { login } = await loadSessionRoutes();
  const answer = await call(login, { body });
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
  const { user, token } = currentSession();
  await leave(user, options, { status: 'out' });
  await sendPendingLogout(token);
}

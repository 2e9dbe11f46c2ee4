import { DEACTIVATED, MUST_ADD_SECOND_FACTOR } from '../../contract/users/refusalCodes.ts';
import type { User } from '../../contract/users/user.ts';
import { call, ApiError } from '../api/call.ts';
import { loadSessionRoutes } from '../api/loadRoutes.ts';
import { updateRemembered } from './rememberedUser.ts';
import { signInAgain, withRenewal } from '../api/withRenewal.ts';
import { currentSession, setSession, isSignedIn, leave } from './currentSession.ts';

type Renewed = { token: string; user: User } | typeof DEACTIVATED | undefined;

let renewing: { userId: number; renewed: Promise<Renewed> } | undefined;

/** Renews the token once for all waiting calls; undefined if the session has ended, or that the user was deactivated. */
function renew(userId: number): Promise<Renewed> {
  if (renewing?.userId === userId) return renewing.renewed;
  const { token } = currentSession();
  const renewed: Promise<Renewed> = loadSessionRoutes()
    .then(({ refresh }) => call(refresh, {}, { token }))
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

/**
 * The access token of this user; with `spent`, a token that the server refused, a new one. Undefined if the user is
 * not signed in here or has to sign in again.
 * @throws {Unreachable} if a new token is needed and there is no connection
 * @throws {ApiError} if the server cannot renew the session now
 */
export async function tokenFor(userId: number, spent?: string): Promise<string | undefined> {
  const { user, token, ended } = currentSession();
  if (user?.id !== userId || ended) return undefined;
  if (token && token !== spent) return token;
  const renewed = await renew(userId);
  // The user may have signed out during the request, or a change of password brought another token.
  if (!isSignedIn(userId)) return undefined;
  const { token: renewedElsewhere } = currentSession();
  if (renewedElsewhere && renewedElsewhere !== token) return renewedElsewhere;
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
  const answer = await withRenewal(
    (spent) => tokenFor(userId, spent),
    async (token) => {
      try {
        return await send(token);
      } catch (error) {
        // The renewed user is marked, by which the screen changes.
        if (error instanceof ApiError && error.failure.code === MUST_ADD_SECOND_FACTOR)
          await tokenFor(userId, token);
        throw error;
      }
    },
  );
  if (!isSignedIn(userId)) throw signInAgain();
  return answer;
}

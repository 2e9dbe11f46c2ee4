import { sessionRoutes } from '../../contract/sessionRoutes.ts';
import type { User } from '../../contract/user.ts';
import { call, ApiError, Unreachable } from '../call.ts';

// What this device remembers of who is signed in. The database is loaded only where there is something in it.

/**
 * A hint that this device stays signed in, so that a first screen need not flash by. IndexedDB decides: what is in
 * local storage may be lost where the browser is killed soon after.
 */
const STAYS_SIGNED_IN = 'porchlight.kept';

/** Whether this device most likely stays signed in, as far as can be told at once. */
export function likelySignedIn(): boolean {
  return localStorage.getItem(STAYS_SIGNED_IN) !== null;
}

/** Who stayed signed in here, from IndexedDB. */
export async function rememberedUser(): Promise<User | undefined> {
  if (!(await databaseExists())) return undefined;
  const { lastUser } = await import('../offline/engine/deviceUser.ts');
  const user = await lastUser();
  if (user) localStorage.setItem(STAYS_SIGNED_IN, 'yes');
  return user;
}

/** Asked without opening the database, so that a first visit loads nothing of it. */
async function databaseExists(): Promise<boolean> {
  // Browsers that cannot list their databases open it to see.
  if (!('databases' in indexedDB)) return true;
  return (await indexedDB.databases()).some(({ name }) => name === 'porchlight');
}

export async function rememberSignedIn(user: User): Promise<void> {
  const { rememberUser } = await import('../offline/engine/deviceUser.ts');
  await rememberUser(user);
  localStorage.setItem(STAYS_SIGNED_IN, 'yes');
}

/** Only where they stay signed in: an unticked box leaves nobody's name on the device. */
export async function updateRemembered(user: User): Promise<void> {
  const { lastUser, rememberUser } = await import('../offline/engine/deviceUser.ts');
  if ((await lastUser())?.id === user.id) await rememberUser(user);
}

/** Whoever stayed signed in here before does not any more: the device opens for nobody. */
export async function forgetSignedIn(): Promise<void> {
  if (!(await databaseExists())) return;
  const { forgetLastUser } = await import('../offline/engine/deviceUser.ts');
  await forgetLastUser();
  localStorage.removeItem(STAYS_SIGNED_IN);
}

/** Leaves nothing here for this person to read that was cached for someone else. */
export async function forgetOtherUsers(userId: number): Promise<void> {
  if (!(await databaseExists())) return;
  const { forgetCachedReadsOfOthers } = await import('../offline/engine/deviceUser.ts');
  if (!(await forgetCachedReadsOfOthers(userId))) return;
  const { forgetPhotos } = await import('../offline/engine/photoCache.ts');
  await forgetPhotos();
}

/** Leaves nothing of someone here but, unless they say otherwise, what is unsent. */
export async function forget(userId: number, { discardUnsent }: { discardUnsent: boolean }): Promise<void> {
  localStorage.removeItem(STAYS_SIGNED_IN);
  const [{ forgetUser }, { forgetPhotos }, { discardOutbox }, { discardAllDrafts }] = await Promise.all([
    import('../offline/engine/deviceUser.ts'),
    import('../offline/engine/photoCache.ts'),
    import('../offline/engine/outbox.ts'),
    import('../offline/engine/drafts.ts'),
  ]);
  await forgetUser(userId);
  if (discardUnsent) {
    await discardOutbox(userId);
    await discardAllDrafts(userId);
  }
  await forgetPhotos();
}

/** Tells the server of a sign-out that it does not know of; without a connection, at the next start or sign-in. */
export async function sendPendingLogout(token?: string): Promise<void> {
  if (!(await databaseExists())) return;
  const { logoutPending, clearPendingLogout } = await import('../offline/engine/deviceUser.ts');
  if (!(await logoutPending())) return;
  try {
    await call(sessionRoutes.logout, {}, { token });
    await clearPendingLogout();
  } catch (error) {
    if (!(error instanceof Unreachable) && !(error instanceof ApiError)) throw error;
  }
}

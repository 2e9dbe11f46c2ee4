import type { User } from '../../contract/users/user.ts';
import { firstRead } from '../offline/engine/firstRead.ts';
import { DATABASE_NAME } from '../offline/engine/databaseName.ts';
import { setMemoryFallback } from '../offline/engine/storage/storageRefusal.ts';
import { readMark, removeMark, writeMark } from './deviceMarks.ts';
import { call, ApiError, Unreachable } from '../api/call.ts';
import { loadSessionRoutes } from '../api/loadRoutes.ts';
import { loadPart } from '../browser/loadPart.ts';

// The user remembered by this device. The database module is loaded only if the database exists.

/**
 * A synchronous hint that this device is signed in, so that the login screen does not flash. IndexedDB decides, since
 * the hint may be lost if the browser is killed soon after; where IndexedDB was deleted, the session's cookie does.
 */
const STAYS_SIGNED_IN = 'porchlight.kept';

setMemoryFallback(async () => {
  const { IDBFactory, IDBKeyRange } = await loadPart(() => import('fake-indexeddb'));
  return { indexedDB: new IDBFactory(), IDBKeyRange };
});

/** Whether this device is probably signed in, known synchronously. */
export function likelySignedIn(): boolean {
  return readMark(STAYS_SIGNED_IN) !== null;
}

/** The user who stayed signed in here, from IndexedDB. */
export async function rememberedUser(): Promise<User | undefined> {
  const user = await readUser();
  if (user) writeMark(STAYS_SIGNED_IN, 'yes');
  return user;
}

async function readUser(): Promise<User | undefined> {
  const first = await firstRead();
  if (first) return first.user;
  if (!(await databaseExists())) return undefined;
  const { lastUser } = await loadPart(() => import('../offline/engine/deviceUser.ts'));
  return lastUser();
}

/** Whether the database exists, without opening it, so that a first visit does not load its module. */
async function databaseExists(): Promise<boolean> {
  // Some browsers cannot list databases; there it is opened.
  try {
    if (!('databases' in indexedDB)) return true;
    return (await indexedDB.databases()).some(({ name }) => name === DATABASE_NAME);
  } catch {
    // Refused, as opening it will be.
    return true;
  }
}

export async function rememberSignedIn(user: User): Promise<void> {
  const { rememberUser } = await loadPart(() => import('../offline/engine/deviceUser.ts'));
  await rememberUser(user);
  writeMark(STAYS_SIGNED_IN, 'yes');
}

/** Updates the remembered user; does nothing if this user is not remembered. What a manager read goes with the role. */
export async function updateRemembered(user: User): Promise<void> {
  const { lastUser, rememberUser } = await loadPart(() => import('../offline/engine/deviceUser.ts'));
  const before = await lastUser();
  if (before?.id !== user.id) return;
  await rememberUser(user);
  if (before.is_manager && !user.is_manager) await forgetCachedReads();
}

/** Forgets the remembered user, so that the app starts signed out. */
export async function forgetSignedIn(): Promise<void> {
  removeMark(STAYS_SIGNED_IN);
  if (!(await databaseExists())) return;
  const { forgetLastUser } = await loadPart(() => import('../offline/engine/deviceUser.ts'));
  await forgetLastUser();
}

/** Deletes the cached reads and photos of everybody, or of everybody but one user. */
export async function forgetCachedReads(except?: number): Promise<void> {
  if (!(await databaseExists())) return;
  const { deleteCachedReads } = await loadPart(() => import('../offline/engine/deviceUser.ts'));
  if (!(await deleteCachedReads(except))) return;
  const { forgetPhotos } = await loadPart(() => import('../offline/engine/storage/photoCache.ts'));
  await forgetPhotos();
}

/** Deletes a user's data from this device; unsent changes only if they chose so. */
export async function forget(userId: number, { discardUnsent }: { discardUnsent: boolean }): Promise<void> {
  removeMark(STAYS_SIGNED_IN);
  const [
    { forgetUser },
    { forgetPhotos },
    { discardOutbox },
    { discardAllDrafts },
    { discardSharedPhotos },
    { endPush },
    { recordPushChoice },
  ] = await Promise.all([
    loadPart(() => import('../offline/engine/deviceUser.ts')),
    loadPart(() => import('../offline/engine/storage/photoCache.ts')),
    loadPart(() => import('../offline/engine/outbox/outbox.ts')),
    loadPart(() => import('../offline/engine/drafts.ts')),
    loadPart(() => import('../offline/engine/storage/sharedPhotos.ts')),
    loadPart(() => import('../push/endPush.ts')),
    loadPart(() => import('../offline/subjects/push/pushChoice.ts')),
  ]);
  await forgetUser(userId);
  await endPush();
  if (discardUnsent) {
    await discardOutbox(userId);
    await discardAllDrafts(userId);
    await discardSharedPhotos(userId);
    await recordPushChoice(undefined);
    removeMark('porchlight.waiting');
  }
  await forgetPhotos();
}

/**
 * Whether somebody signed out here whom the server was not told of yet. The cookie still stands for them, and the mark
 * may be back, since a killed browser forgets what it just removed.
 */
export async function isLeaving(): Promise<boolean> {
  if (!(await databaseExists())) return false;
  const { logoutPending } = await loadPart(() => import('../offline/engine/deviceUser.ts'));
  const leaving = await logoutPending();
  if (leaving) removeMark(STAYS_SIGNED_IN);
  return leaving;
}

/** Sends a pending sign-out to the server; offline it stays pending until the next start or sign-in. */
export async function sendPendingLogout(token?: string): Promise<void> {
  if (!(await databaseExists())) return;
  const { logoutPending, clearPendingLogout } = await loadPart(
    () => import('../offline/engine/deviceUser.ts'),
  );
  if (!(await logoutPending())) return;
  try {
    const { logout } = await loadSessionRoutes();
    await call(logout, {}, { token });
    await clearPendingLogout();
  } catch (error) {
    if (!(error instanceof Unreachable) && !(error instanceof ApiError)) throw error;
  }
}

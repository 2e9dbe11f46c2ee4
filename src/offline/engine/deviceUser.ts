import type { User } from '../../../contract/users/user.ts';
import { readFact, withDatabase, withTransaction, type DeviceTables } from './database.ts';
import { forgetInMemory } from './reads/memoryStore.ts';

/** The last person who stayed signed in on this device. */
export async function lastUser(): Promise<User | undefined> {
  return withDatabase((db) => readFact(db, 'user'));
}

export async function rememberUser(user: User): Promise<void> {
  await withDatabase((db) => db.device.put({ key: 'user', value: user }));
}

/** Whether this device stores what this user reads: only where they stay signed in. */
export async function storesReadsOf(db: DeviceTables, userId: number): Promise<boolean> {
  return (await readFact(db, 'user'))?.id === userId;
}

/** Forgets the signed-in user; drafts and outboxes stay. */
export async function forgetLastUser(): Promise<void> {
  await withDatabase((db) => db.device.delete('user'));
}

/** The tables of what was read; the last one is of the version before. */
const READS = ['reads', 'readParts', 'kept'] as const;

/**
 * Forgets a user and their cached reads, but not their drafts and outbox. Marks the sign-out as pending, since the
 * server may not be reachable.
 */
export async function forgetUser(userId: number): Promise<void> {
  forgetInMemory((each) => each === userId);
  await withTransaction('rw', ['device', 'sent', ...READS], async (db) => {
    const last = await readFact(db, 'user');
    // Someone else may have signed in meanwhile.
    if (last?.id === userId) await db.device.delete('user');
    await db.device.put({ key: 'logout-pending', value: true });
    for (const table of READS) await db[table].where({ userId }).delete();
    await db.sent.where({ userId }).delete();
    await forgetFound(db, (each) => each === userId);
  });
}

async function forgetFound(db: DeviceTables, isForgotten: (userId: number) => boolean): Promise<void> {
  const recent = await readFact(db, 'recently-found');
  if (recent && isForgotten(recent.userId)) await db.device.delete('recently-found');
}

/**
 * Deletes the cached reads of everybody, or of everybody but one user, such as of one whose session ended without a
 * sign-out. Drafts and outboxes stay. Returns whether anything was deleted.
 */
export async function deleteCachedReads(except?: number): Promise<boolean> {
  forgetInMemory((userId) => userId !== except);
  return withTransaction('rw', ['device', 'sent', ...READS], async (db) => {
    await forgetFound(db, (userId) => userId !== except);
    let deleted = 0;
    for (const table of ['sent', ...READS] as const) {
      deleted += await db[table].filter(({ userId }: { userId: number }) => userId !== except).delete();
    }
    return deleted > 0;
  });
}

/** Whether a user signed out here without a connection. */
export async function logoutPending(): Promise<boolean> {
  return (await withDatabase((db) => readFact(db, 'logout-pending'))) !== undefined;
}

export async function clearPendingLogout(): Promise<void> {
  await withDatabase((db) => db.device.delete('logout-pending'));
}

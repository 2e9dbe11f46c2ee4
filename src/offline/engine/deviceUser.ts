import type { User } from '../../../contract/user.ts';
import { readFact, withDatabase } from './database.ts';

/** The last person who stayed signed in on this device. */
export async function lastUser(): Promise<User | undefined> {
  return withDatabase((db) => readFact(db, 'user'));
}

export async function rememberUser(user: User): Promise<void> {
  await withDatabase((db) => db.device.put({ key: 'user', value: user }));
}

/** Nobody stays signed in on this device; what people kept and queued here stays theirs. */
export async function forgetLastUser(): Promise<void> {
  await withDatabase((db) => db.device.delete('user'));
}

/**
 * Forgets who was here and what was cached for them to read; drafts and the outbox are decided apart. That the
 * server is still to be told is kept, for a sign-out without a connection.
 */
export async function forgetUser(userId: number): Promise<void> {
  await withDatabase((db) =>
    db.transaction('rw', db.device, db.kept, db.sent, async () => {
      const last = await readFact(db, 'user');
      // Someone else may have signed in while this one's leaving was still being tidied up.
      if (last?.id === userId) await db.device.delete('user');
      await db.device.put({ key: 'logout-pending', value: true });
      await db.kept.where({ userId }).delete();
      await db.sent.where({ userId }).delete();
    }),
  );
}

/**
 * Forgets what was cached here for everyone else to read, such as someone whose session ended without a sign-out. Their
 * drafts and their outbox stay theirs. Tells whether there was anything.
 */
export async function forgetCachedReadsOfOthers(userId: number): Promise<boolean> {
  return withDatabase((db) =>
    db.transaction('rw', db.kept, db.sent, async () => {
      const kept = await db.kept.where('userId').notEqual(userId).delete();
      const sent = await db.sent.where('userId').notEqual(userId).delete();
      return kept + sent > 0;
    }),
  );
}

/** Whether someone signed out here and the server has not heard of it. */
export async function logoutPending(): Promise<boolean> {
  return (await withDatabase((db) => readFact(db, 'logout-pending'))) !== undefined;
}

export async function clearPendingLogout(): Promise<void> {
  await withDatabase((db) => db.device.delete('logout-pending'));
}

import { readFact, withDatabase, withTransaction, type DeviceTables } from '../../engine/database.ts';

declare module '../../engine/database.ts' {
  interface DeviceFacts {
    'payment-received': true;
    'push-offered': true;
    /** The id of the user who wants to be notified on this device. */
    'push-wanted': number;
  }
}

/** Whether this person wants to be notified on this device. */
export async function wantsPush(userId: number): Promise<boolean> {
  return withDatabase(async (db) => (await readFact(db, 'push-wanted')) === userId);
}

/** Records that this person, or nobody, wants to be notified on this device. */
export async function recordPushChoice(userId: number | undefined): Promise<void> {
  await withDatabase(async (db) => {
    if (userId === undefined) await db.device.delete('push-wanted');
    else await db.device.put({ key: 'push-wanted', value: userId });
  });
}

/** Records that this device was asked whether to notify, which is asked once. */
export async function recordPushOffer(): Promise<void> {
  await withDatabase((db) => db.device.put({ key: 'push-offered', value: true }));
}

/** Whether something was sent or paid on this device, and the person was not asked yet whether to notify them. */
export async function pushOfferIsDue(): Promise<boolean> {
  return withTransaction('r', ['device'], async (db) => {
    const [offered, valued] = await Promise.all([readFact(db, 'push-offered'), wasOfValue(db)]);
    return !offered && valued;
  });
}

/** Whether the app did something of value on this device. */
export async function wasOfValue(db: DeviceTables): Promise<boolean> {
  const [payment, changes] = await Promise.all([readFact(db, 'payment-received'), readFact(db, 'changes')]);
  return payment === true || (changes ?? 0) > 0;
}

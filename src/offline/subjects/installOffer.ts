import { readFact, withDatabase, withTransaction } from '../engine/database.ts';
import { wasOfValue } from './push/pushChoice.ts';

declare module '../engine/database.ts' {
  interface DeviceFacts {
    'install-offered': true;
    joined: true;
  }
}

/** Records that a payment of a person of this device was received. */
export async function recordPayment(): Promise<void> {
  await withDatabase((db) => db.device.put({ key: 'payment-received', value: true }));
}

/** Records that somebody accepted their invitation on this device. */
export async function recordJoining(): Promise<void> {
  await withDatabase((db) => db.device.put({ key: 'joined', value: true }));
}

/** Records that this device was asked whether to install the app, which is asked once. */
export async function recordInstallOffer(): Promise<void> {
  await withDatabase((db) => db.device.put({ key: 'install-offered', value: true }));
}

/** Whether the app did something of value on this device, and the person was not asked to install it yet. */
export async function installOfferIsDue(): Promise<boolean> {
  return withTransaction('r', ['device'], async (db) => {
    const [offered, joined, valued] = await Promise.all([
      readFact(db, 'install-offered'),
      readFact(db, 'joined'),
      wasOfValue(db),
    ]);
    return !offered && (joined === true || valued);
  });
}

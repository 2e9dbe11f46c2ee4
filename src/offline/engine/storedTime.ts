import { Dexie } from 'dexie';
import { onTimeLearnt, recallTime, type KnownTime } from '../../browser/clock.ts';
import { unlessHung } from './unlessHung.ts';
import { readFact, withDatabase } from './database.ts';
import { isQuota } from './storage/storageQuota.ts';

declare module './database.ts' {
  interface DeviceFacts {
    /** What the server's answers said of the device's clock; the pages and the service worker share it. */
    time: KnownTime;
  }
}

/** A difference that is worth a write, in milliseconds. */
const WORTH_STORING = 1_000;
/** How long the last answer may be newer than the stored one, in milliseconds. */
const STORED_EVERY = 60_000;

/** What the database contains, or is about to. */
let stored: KnownTime | undefined;
let recalled: Promise<void> | undefined;

/** Reads what this device knew of the time, and from then on stores what answers tell. Once for each page and worker. */
export function keepTime(): Promise<void> {
  recalled ??= recall();
  return recalled;
}

async function recall(): Promise<void> {
  onTimeLearnt((known) => {
    if (isStored(known)) return;
    stored = known;
    store(known).catch((error: unknown) => {
      stored = undefined;
      // A full device goes on with what this page knows.
      if (!isQuota(error)) console.warn(error);
    });
  });
  // Where IndexedDB fails or hangs, the first answer tells it again.
  const before = await unlessHung(withDatabase((db) => readFact(db, 'time'))).catch(() => undefined);
  if (!before || stored) return;
  stored = before;
  recallTime(before);
}

function isStored({ offset, answeredAt }: KnownTime): boolean {
  return (
    stored !== undefined &&
    Math.abs(offset - stored.offset) < WORTH_STORING &&
    Math.abs(answeredAt - stored.answeredAt) < STORED_EVERY
  );
}

/** Apart from the transaction of whoever is answered meanwhile, which knows other tables. */
function store(known: KnownTime): Promise<void> {
  return Dexie.ignoreTransaction(async () => {
    await withDatabase((db) => db.device.put({ key: 'time', value: known }));
  });
}

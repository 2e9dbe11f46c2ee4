import type { User } from '../../../contract/users/user.ts';
import { nowMs } from '../../browser/clock.ts';
import type { Device } from '../../offline/engine/device.ts';
import { cachedAges } from '../../offline/engine/reads/cachedReads.ts';
import { movingReads } from './movingReads.ts';
import { offlinePartsOf, type OfflineRead } from './offlineParts.ts';

/** The age from which an answer is asked for again, in milliseconds. */
const OLD = 60 * 60 * 1000;

/** Reads one after the other what somebody's screens need, and the device lacks or has had for long, until `left`. */
export async function keepForPages(device: Device, user: User, left: AbortSignal): Promise<void> {
  const ages = await cachedAges(device.userId);
  const keep = async (reads: readonly OfflineRead[]) => {
    for (const { key, update } of reads) {
      const age = ages.get(key)?.getTime() ?? 0;
      if (left.aborted || nowMs() - age < OLD) continue;
      await update(device);
    }
  };
  await keep(offlinePartsOf(user).flatMap(({ reads }) => reads));
  // Of the leases that are on the device now.
  await keep(await movingReads(user));
}

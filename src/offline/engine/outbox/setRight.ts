import { dayIn } from '../../../../contract/values/timeZone.ts';
import type { QueuedRouteName } from '../../../../contract/routes.ts';
import { clockOffset, nowMs, TOLERATED } from '../../../browser/clock.ts';
import { withDatabase, type OutboxItem } from '../database.ts';
import { policyOf } from '../policies.ts';
import { writeMakingRoom } from '../storage/storageQuota.ts';

/**
 * Sets right, before it is sent, the time of an item that was captured while the device's clock was wrong, and the days that
 * its input took from that clock. Content that may have arrived stays as it is, since its key was used with it.
 */
export async function setRight<N extends QueuedRouteName>(item: OutboxItem<N>): Promise<OutboxItem<N>> {
  const right = item.mayHaveArrived ? undefined : rightTimeOf(item);
  if (right === undefined) return item;
  const days = { wrong: dayHere(Date.parse(item.capturedAt)), right: dayHere(right) };
  const policy = policyOf<N>(item.route);
  const changed: Pick<OutboxItem<N>, 'capturedAt' | 'reckoning' | 'input'> = {
    capturedAt: new Date(right).toISOString(),
    // It is settled, whatever the clock is set to from now on.
    reckoning: { device: right - (clockOffset() ?? 0), earliest: right, doubted: false },
    input: (days.wrong === days.right ? undefined : policy.setRight?.(item.input, days)) ?? item.input,
  };
  await writeMakingRoom(() => withDatabase((db) => db.outbox.update(item.seq, changed)));
  return { ...item, ...changed };
}

/** When the person acted, in milliseconds since the epoch; undefined where the item says so already, or nothing is known. */
function rightTimeOf({
  capturedAt,
  reckoning,
}: Pick<OutboxItem, 'capturedAt' | 'reckoning'>): number | undefined {
  const offset = clockOffset();
  if (offset === undefined) return undefined;
  const captured = Date.parse(capturedAt);
  // As the server tells now, if the clock was not set since.
  const reckoned = (reckoning?.device ?? captured) + offset;
  if (Math.abs(reckoned - captured) <= TOLERATED) return undefined;
  const earliest = reckoning?.earliest ?? -Infinity;
  const latest = nowMs();
  const isPossible = (time: number) => time >= earliest - TOLERATED && time <= latest + TOLERATED;
  // It was, before or after the person acted. What they saw then stays, if it can be.
  if (reckoning && !reckoning.doubted && isPossible(captured)) return undefined;
  if (isPossible(reckoned)) return reckoned;
  const nearest = Math.min(Math.max(captured, earliest), latest);
  return Math.abs(nearest - captured) <= TOLERATED ? undefined : nearest;
}

/** The day in this device's time zone, as the forms take it. */
function dayHere(time: number): string {
  return dayIn(new Intl.DateTimeFormat().resolvedOptions().timeZone, new Date(time));
}

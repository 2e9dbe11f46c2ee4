import { addDays } from '../../../contract/values/calendar.ts';
import type { User } from '../../../contract/users/user.ts';
import { readCached } from '../../offline/engine/reads/cachedReads.ts';
import { isoDay } from '../../ui/data/Time.tsx';
import { read, type OfflineRead } from './offlineParts.ts';

/** How far from today a lease begins or ends that management may need at the door, in days. */
const AROUND = 14;
/** The most leases that are kept so. */
const MOST = 20;

/** What moving in and out by one's own leases takes; of management by those that begin or end around today. */
export async function movingReads({ id, is_manager }: User): Promise<OfflineRead[]> {
  const leases = is_manager
    ? await leasesAroundToday(id)
    : (await readCached(id, 'listMyLeases', {}))?.answer;
  return (leases ?? []).slice(0, MOST).flatMap((lease) => {
    const params = { id: String(lease.id) };
    const ofHome = read('listHomeInspections', { params: { id: String(lease.unit_id) } });
    return [read('readMove', { params }), read('readDeposit', { params }), ...(is_manager ? [ofHome] : [])];
  });
}

async function leasesAroundToday(userId: number) {
  const today = isoDay();
  const [from, to] = [addDays(today, -AROUND), addDays(today, AROUND)];
  const isAround = (day: string | null) => day !== null && day >= from && day <= to;
  const leases = (await readCached(userId, 'listLeases', {}))?.answer;
  return leases?.filter(({ starts, ends }) => isAround(starts) || isAround(ends));
}

import type { Announcement } from '../../../contract/announcement.ts';
import type { MaintenanceRequest } from '../../../contract/maintenance.ts';
import type { QueuedRouteName } from '../../../contract/routes.ts';
import type { LastReading, UtilityBillEntry, UtilityBillsCreated } from '../../../contract/utilities.ts';
import type { DeviceDatabase, OutboxItem } from '../engine/database.ts';
import { moveDraft } from '../engine/drafts.ts';
import { cacheKey, type CachedRouteName } from '../engine/cachedReads.ts';

/** What a change that was made means for what lies on the device. */
interface Effect {
  /** Lays the answer into the kept reads. */
  lay(db: DeviceDatabase, item: OutboxItem, answer: unknown): Promise<void>;
  /** Gives an item that waited behind this one what only the answer could tell. */
  lead?(follower: Omit<OutboxItem, 'seq'>, answer: unknown): void;
}

/** Changes every list of that name that is kept, whatever it was asked for with. */
async function changeList<T>(
  db: DeviceDatabase,
  userId: number,
  name: CachedRouteName,
  change: (list: T[]) => T[],
): Promise<void> {
  const all = cacheKey(name, {});
  await db.kept
    .where('[userId+key]')
    .between([userId, all], [userId, `${all}&\uffff`])
    .modify((kept) => {
      kept.answer = change(kept.answer as T[]);
    });
}

function replaceOrAdd<T extends { id: number }>(answer: T) {
  return (list: T[]) =>
    list.some(({ id }) => id === answer.id)
      ? list.map((record) => (record.id === answer.id ? answer : record))
      : [answer, ...list];
}

const written = {
  lay: (db, item, answer) =>
    changeList(db, item.userId, 'listMaintenance', replaceOrAdd(answer as MaintenanceRequest)),
  lead(follower, answer) {
    const request = answer as MaintenanceRequest;
    follower.record = `maintenance:${request.id}`;
    follower.input = { ...follower.input, params: { id: String(request.id) } };
    if (follower.route !== 'updateMaintenance') return;
    // Until the server names the photos that came with the leader, their digests say which are to stay.
    const { keep_sha256, ...body } = follower.input.body as {
      keep_sha256?: string[];
      keep_photos?: string[];
    };
    const keep_photos =
      keep_sha256 &&
      request.photos
        .filter((photo) => keep_sha256.includes(photo.sha256) || body.keep_photos?.includes(photo.id))
        .map(({ id }) => id);
    follower.input.body = {
      ...body,
      ...(keep_photos ? { keep_photos } : {}),
      updated_at: request.updated_at,
    };
  },
} satisfies Effect;

export const effects: Record<QueuedRouteName, Effect> = {
  createMaintenance: {
    ...written,
    async lay(db, item, answer) {
      await written.lay(db, item, answer);
      const { id } = answer as MaintenanceRequest;
      await moveDraft(db, item.userId, `edit-${item.record}`, `edit-maintenance:${id}`);
    },
  },
  updateMaintenance: written,
  completeMaintenance: written,
  cancelMaintenance: {
    lay: (db, item) => {
      const { id } = item.input.params as { id: string };
      return changeList<MaintenanceRequest>(db, item.userId, 'listMaintenance', (list) =>
        list.filter((request) => String(request.id) !== id),
      );
    },
  },
  submitAnnouncement: {
    lay: (db, item, answer) =>
      changeList(db, item.userId, 'listAnnouncements', replaceOrAdd(answer as Announcement)),
  },
  createUtilityBills: { lay: layReadings },
};

/** What was just billed is each unit's last reading now; what it usually uses, the next refresh tells. */
async function layReadings(db: DeviceDatabase, item: OutboxItem, answer: unknown): Promise<void> {
  const at: [number, string] = [item.userId, cacheKey('listLastReadings', {})];
  const kept = await db.kept.get(at);
  if (!kept) return;
  const entries = new Map((item.input.body as UtilityBillEntry[]).map((entry) => [entry.user_id, entry]));
  const last = new Map((kept.answer as LastReading[]).map((reading) => [reading.unit_id, reading]));
  for (const { unit_id, user_id, month } of (answer as UtilityBillsCreated).bills) {
    const entry = entries.get(user_id);
    if (!entry) continue;
    const { water_usage, electric_usage, gas_usage } = entry;
    const { usual_water, usual_electric, usual_gas } = last.get(unit_id) ?? {
      usual_water: water_usage,
      usual_electric: electric_usage,
      usual_gas: gas_usage,
    };
    last.set(unit_id, {
      ...{ unit_id, read_at: item.capturedAt, month },
      ...{ water_usage, electric_usage, gas_usage, usual_water, usual_electric, usual_gas },
    });
  }
  await db.kept.update(at, { answer: [...last.values()] });
}

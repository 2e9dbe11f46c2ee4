import { compareTimes } from '../../../contract/values/calendar.ts';
import type { Inspection, SavedInspection } from '../../../contract/inspections/inspection.ts';
import type { Input } from '../../../contract/http/route.ts';
import type { Routes } from '../../../contract/routes.ts';
import type { DeviceTables, OutboxItem } from '../engine/database.ts';
import type { Change } from '../engine/outbox/outbox.ts';
import type { Draft, StoredPhoto } from '../engine/storedRecords.ts';
import type { Policies } from '../engine/policies.ts';
import { replaceOrAdd, updateCached } from '../engine/reads/cachedReads.ts';
import { dropUnnamed } from './photos/inspectionPhotos.ts';
import { followingPhotos } from './photos/recordPhotos.ts';
import type { DraftVersion } from '../engine/drafts.ts';

declare module '../engine/database.ts' {
  interface StoredChanges {
    saveInspection: {
      input: Input<Routes['saveInspection']>;
      /** The name of the home; the id of the item that makes its lease, where that is unsent. */
      shown: { home: string; leaseMadeBy?: string | undefined };
    };
    addInspectionRemark: {
      input: Input<Routes['addInspectionRemark']>;
      /** The name of the home, and the kind of inspection. */
      shown: { home: string; kind: string };
    };
  }
}

export type InspectionItem = OutboxItem<'saveInspection'>;

/** What this device saves of an inspection. */
export interface WalkChange {
  id: string;
  body: SavedInspection;
  home: string;
  /** The id of the item that makes its lease, where that is unsent. */
  leaseMadeBy?: string | undefined;
  draft: DraftVersion;
  photos?: StoredPhoto[];
}

/** The change that saves an inspection; all those of one inspection are sent in order. */
export function inspectionChange({
  id,
  body,
  home,
  leaseMadeBy,
  draft,
  photos = [],
}: WalkChange): Change<'saveInspection'> {
  return {
    ...{ route: 'saveInspection', input: { params: { id }, body }, shown: { home, leaseMadeBy } },
    ...{ record: `inspection:${id}`, draft, photos },
  };
}

/** The unsent saves of one inspection, in the order in which they were queued. */
export function unsentOf(items: readonly OutboxItem[], id: string): InspectionItem[] {
  return items
    .filter((item) => item.route === 'saveInspection')
    .filter((item) => item.input.params.id === id);
}

/** An inspection as this device shows it. */
export interface ShownInspection extends Inspection {
  /** The id of the item that makes its lease, while both are unsent. */
  lease_made_by?: string | undefined;
}

/** The inspections of a home with what this device has not sent, the newest first. */
export function withUnsent(
  inspections: readonly Inspection[],
  items: readonly OutboxItem[],
  { unit_id, unit_number, property_name }: Pick<Inspection, 'unit_id' | 'unit_number' | 'property_name'>,
): ShownInspection[] {
  const byId = new Map<string, ShownInspection>(inspections.map((each) => [each.id, each]));
  const unsent = items.filter((item) => item.route === 'saveInspection');
  for (const { input, shown, capturedAt } of unsent) {
    const { finalized, ...body } = input.body;
    if (body.unit_id !== unit_id) continue;
    const { id } = input.params;
    byId.set(id, {
      ...{
        id,
        unit_number,
        property_name,
        ...body,
        lease_made_by: shown.leaseMadeBy,
        remarks_until: null,
        remarks: byId.get(id)?.remarks ?? [],
        photos: byId.get(id)?.photos ?? [],
      },
      finalized_at: finalized ? capturedAt : null,
    });
  }
  return [...byId.values()].sort((one, other) => compareTimes(other.day, one.day));
}

/**
 * Names a lease that was sent in the walks of it that are on this device: one may be gone on with when the outbox has
 * forgotten what it sent.
 */
export async function nameLeaseInWalks(
  db: Pick<DeviceTables, 'drafts'>,
  { userId, id: madeBy }: Pick<OutboxItem, 'userId' | 'id'>,
  { id: lease_id }: { id: number },
): Promise<void> {
  const isOfLease = ({ value }: Draft) =>
    (value as { lease_made_by?: unknown } | null | undefined)?.lease_made_by === madeBy;
  await db.drafts
    .where({ userId })
    .filter(isOfLease)
    .modify((draft) => {
      draft.value = { ...(draft.value as object), lease_id, lease_made_by: undefined };
    });
}

export const inspectionPolicies: Pick<Policies, 'saveInspection' | 'addInspectionRemark'> = {
  saveInspection: {
    names: {
      in: ({ shown }) => (shown.leaseMadeBy === undefined ? [] : [shown.leaseMadeBy]),
      complete(item, _madeBy, lease_id) {
        item.shown = { home: item.shown.home };
        item.input = { ...item.input, body: { ...item.input.body, lease_id } };
      },
    },
    setRight: ({ body, ...input }, { wrong, right }) => ({
      ...input,
      body: body.day === wrong ? { ...body, day: right } : body,
    }),
    async applyResponse(db, { userId }, answer) {
      await dropUnnamed(db, userId, answer);
      await updateCached(db, userId, 'listHomeInspections', replaceOrAdd(answer), {
        params: { id: String(answer.unit_id) },
      });
    },
    photos: followingPhotos<'saveInspection'>({
      kind: 'inspection',
      // Its items name them.
      named: (body) => body,
      after: ({ input, shown }, { id, unit_id, kind }) => ({
        id,
        shown: {
          title: `the ${kind.toLowerCase()} inspection`,
          unit: shown.home,
          of: `home:${unit_id}`,
          ...(input.body.finalized ? { words: 'Finalized' } : {}),
        },
      }),
    }),
  },
  addInspectionRemark: {
    applyResponse: (db, { userId }, remark) =>
      updateCached(db, userId, 'listOwnInspections', (inspections) =>
        inspections.map((each) =>
          each.id === remark.inspection_id
            ? { ...each, remarks: replaceOrAdd(remark)(each.remarks).sort((one, other) => one.id - other.id) }
            : each,
        ),
      ),
    irrevocable: 'This remark may have reached Porchlight already. It cannot be taken back.',
  },
};

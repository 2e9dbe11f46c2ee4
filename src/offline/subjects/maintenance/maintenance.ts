import type { MaintenanceRequest } from '../../../../contract/maintenance/maintenance.ts';
import type { Input } from '../../../../contract/http/route.ts';
import type { Routes } from '../../../../contract/routes.ts';
import { photoUploadRoutes } from '../../../../contract/maintenance/photoUploadRoutes.ts';
import { replaceOrAdd, updateCached } from '../../engine/reads/cachedReads.ts';
import { moveDraft } from '../../engine/drafts.ts';
import type { DeviceTables, NewItem, OutboxItem } from '../../engine/database.ts';
import type { Policies, SentPhoto } from '../../engine/policies.ts';
import { isOfRequest, keepsPhoto, requestOf, type MaintenanceRoute } from './requestItems.ts';
import { eventPolicies } from './requestEvents.ts';
import { recordOf } from './requestRecord.ts';

/** The data stored with an input, to show it. */
export interface ShownRequest {
  unit: string;
  unit_id?: number | undefined;
  /** The text of the request, if the input does not contain it. */
  information?: string;
}

/** The digests of the kept photos of an earlier unsent change, which have no ids yet. */
interface KeptByDigest {
  keep_sha256?: string[];
  /** Of photos that an edit took off before they were sent. */
  dropped_photos?: string[] | undefined;
}

/** The input without its id, while the request itself is unsent. */
interface OfRequest {
  params?: { id?: string } | undefined;
}

declare module '../../engine/database.ts' {
  interface StoredChanges {
    createMaintenance: {
      input: { params?: undefined; body: Input<Routes['createMaintenance']>['body'] & KeptByDigest };
      shown?: ShownRequest;
    };
    updateMaintenance: {
      input: OfRequest & { body: Input<Routes['updateMaintenance']>['body'] & KeptByDigest };
      shown?: ShownRequest;
    };
    completeMaintenance: { input: Input<Routes['completeMaintenance']>; shown?: ShownRequest };
    cancelMaintenance: { input: OfRequest & { body?: undefined }; shown?: ShownRequest };
    /** Photos that are sent after their request, each by itself. */
    attachPhoto: { input: { params: { id: string }; body?: undefined }; shown?: ShownRequest };
  }
}

const replaceInLists = (db: DeviceTables, { userId }: OutboxItem, answer: MaintenanceRequest) =>
  updateCached(db, userId, 'listMaintenance', replaceOrAdd(answer));

function resolveFollower(follower: NewItem, request: MaintenanceRequest): void {
  follower.record = recordOf(request);
  const params = { id: String(request.id) };
  if (follower.route === 'cancelMaintenance') follower.input = { ...follower.input, params };
  if (follower.route !== 'updateMaintenance') return;
  const { keep_sha256, ...body } = follower.input.body;
  const keep_photos =
    keep_sha256 &&
    request.photos
      .filter((photo) => keep_sha256.includes(photo.sha256) || body.keep_photos?.includes(photo.id))
      .map(({ id }) => id);
  follower.input = {
    ...follower.input,
    params,
    body: { ...body, ...(keep_photos ? { keep_photos } : {}), updated_at: request.updated_at },
  };
}

const photos = {
  inAnswer: (request: MaintenanceRequest): readonly SentPhoto[] => request.photos,
  keeps: keepsPhoto,
  digestsIn: (body: KeptByDigest) => body.keep_sha256,
  droppedIn: (body: KeptByDigest) => body.dropped_photos,
  withDigests<Body extends KeptByDigest>({ keep_sha256: _, ...body }: Body, digests: string[] | undefined) {
    return { ...body, ...(digests ? { keep_sha256: digests } : {}) };
  },
  following<Body extends object>(body: Body, digests: string[]) {
    return { ...body, following_photos: digests };
  },
  sentAfter({ shown }: { shown?: ShownRequest }, { id, information }: MaintenanceRequest) {
    return [
      {
        route: 'attachPhoto' as const,
        input: { params: { id: String(id) } },
        record: recordOf({ id }),
        shown: { unit: '', ...shown, information },
      },
    ];
  },
};

export const maintenancePolicies: Pick<Policies, Exclude<MaintenanceRoute, 'attachRecordPhoto'>> = {
  ...eventPolicies,
  createMaintenance: {
    async applyResponse(db, item, answer) {
      await replaceInLists(db, item, answer);
      await moveDraft(db, item.userId, `edit-${item.record}`, `edit-${recordOf(answer)}`);
    },
    resolveFollower,
    updateBehind: ({ body, shown }) => ({
      route: 'updateMaintenance',
      input: { body },
      ...(shown ? { shown } : {}),
    }),
    cancelBehind: (item) => ({
      route: 'cancelMaintenance',
      input: { params: {} },
      ...(item?.shown ? { shown: item.shown } : {}),
    }),
    photos,
  },
  updateMaintenance: {
    applyResponse: replaceInLists,
    resolveFollower,
    updateBehind: ({ body, shown }, item) => ({
      route: 'updateMaintenance',
      input: { params: item?.input.params, body },
      ...(shown ? { shown } : {}),
    }),
    photos,
  },
  completeMaintenance: {
    applyResponse: replaceInLists,
    resolveFollower,
  },
  attachPhoto: {
    applyResponse: replaceInLists,
    transfer: {
      begin: photoUploadRoutes.beginPhotoUpload,
      append: photoUploadRoutes.appendToPhotoUpload,
      inAnswer: photos.inAnswer,
    },
  },
  cancelMaintenance: {
    async applyResponse(db, { userId, record, input }) {
      await updateCached(db, userId, 'listMaintenance', (list) =>
        list.filter((request) => String(request.id) !== input.params?.id),
      );
      // Nobody needs its photos any more.
      const isOfIt = (item: OutboxItem) =>
        (item.route === 'attachPhoto' || item.route === 'attachRecordPhoto') &&
        isOfRequest(item) &&
        requestOf(item) === record;
      await db.outbox.where({ userId }).filter(isOfIt).delete();
    },
  },
};

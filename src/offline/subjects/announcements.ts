import type { Input } from '../../../contract/http/route.ts';
import type { Routes } from '../../../contract/routes.ts';
import { replaceOrAdd, updateCached } from '../engine/reads/cachedReads.ts';
import type { Policies } from '../engine/policies.ts';

declare module '../engine/database.ts' {
  interface StoredChanges {
    submitAnnouncement: { input: Input<Routes['submitAnnouncement']>; shown?: undefined };
  }
}

export const announcementPolicies: Pick<Policies, 'submitAnnouncement'> = {
  submitAnnouncement: {
    applyResponse: (db, item, answer) =>
      updateCached(db, item.userId, 'listAnnouncements', replaceOrAdd(answer)),
  },
};

import type { Input } from '../../../contract/http/route.ts';
import type { Routes } from '../../../contract/routes.ts';
import type { Policies } from '../engine/policies.ts';
import { replaceOrAdd, updateCached } from '../engine/reads/cachedReads.ts';

declare module '../engine/database.ts' {
  interface StoredChanges {
    giveEntryNotice: {
      input: { params?: undefined; body: Input<Routes['giveEntryNotice']>['body'] };
      /** The name of the home. */
      shown: { home: string };
    };
    answerEntryNotice: {
      input: Input<Routes['answerEntryNotice']>;
      /** When somebody enters, in words. */
      shown: { time: string };
    };
  }
}

export const entryNoticePolicies: Pick<Policies, 'giveEntryNotice' | 'answerEntryNotice'> = {
  giveEntryNotice: {
    setRight: ({ body, ...input }, { wrong, right }) => ({
      ...input,
      body: body.entry_on === wrong ? { ...body, entry_on: right } : body,
    }),
    applyResponse: (db, { userId }, answer) =>
      updateCached(db, userId, 'listEntryNotices', replaceOrAdd(answer)),
    irrevocable:
      'This notice may have reached Porchlight already. It can be changed once its answer is known.',
  },
  answerEntryNotice: {
    applyResponse: (db, { userId }, answer) =>
      updateCached(db, userId, 'listEntryNotices', (notices) =>
        notices.map((notice) =>
          notice.id === answer.notice_id
            ? { ...notice, answers: replaceOrAdd(answer)(notice.answers) }
            : notice,
        ),
      ),
    irrevocable: 'This answer may have reached Porchlight already. Please answer once more instead.',
  },
};

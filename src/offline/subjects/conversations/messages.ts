import type { Input } from '../../../../contract/http/route.ts';
import type { Routes } from '../../../../contract/routes.ts';
import type { Policies } from '../../engine/policies.ts';
import { replaceOrAdd, updateCached } from '../../engine/reads/cachedReads.ts';
import { byTime } from './withUnsentByTime.ts';

declare module '../../engine/database.ts' {
  interface StoredChanges {
    addMessage: {
      input: Input<Routes['addMessage']>;
      shown: {
        /** Whom the conversation is with, by name; empty of a resident’s own. */
        about: string;
        by_management: boolean;
      };
    };
    markMessagesRead: {
      input: Input<Routes['markMessagesRead']>;
      /** What the conversation is known by. */
      shown: { subject: string };
    };
  }
}

export const messagePolicies: Pick<Policies, 'addMessage' | 'markMessagesRead'> = {
  addMessage: {
    async applyResponse(db, { userId }, { thread, ...message }) {
      await updateCached(db, userId, 'listThreads', replaceOrAdd(thread));
      const params = { id: thread.uuid };
      await updateCached(
        db,
        userId,
        'listMessages',
        (list) => [...list.filter(({ id }) => id !== message.id), message].sort(byTime),
        { params },
      );
    },
  },
  markMessagesRead: {
    applyResponse: (db, { userId }, thread) => updateCached(db, userId, 'listThreads', replaceOrAdd(thread)),
  },
};

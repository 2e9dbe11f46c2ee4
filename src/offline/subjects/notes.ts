import type { Input } from '../../../contract/http/route.ts';
import type { Routes } from '../../../contract/routes.ts';
import { replaceOrAdd, updateCached } from '../engine/reads/cachedReads.ts';
import type { Policies } from '../engine/policies.ts';

/** Whom or what a note is about. */
export type NoteSubject = { user: number; unit?: never } | { unit: number; user?: never };

declare module '../engine/database.ts' {
  interface StoredChanges {
    addNote: {
      input: Input<Routes['addNote']>;
      /** The name of the person or the home. */
      shown: { about: string };
    };
  }
}

export const notePolicies: Pick<Policies, 'addNote'> = {
  addNote: {
    applyResponse: (db, item, answer) => {
      const { user_id, unit_id } = answer;
      const query = user_id === null ? { unit: String(unit_id) } : { user: String(user_id) };
      return updateCached(db, item.userId, 'listNotes', replaceOrAdd(answer), { query });
    },
  },
};

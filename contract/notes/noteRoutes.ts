import * as z from 'zod/mini';
import type { Route } from '../http/route.ts';
import { lazySchema } from '../values/lazySchema.ts';
import { MOST_NOTES, NewNote, Note, NotesQuery } from './note.ts';

/** What management notes on people and homes. */
export const noteRoutes = {
  listNotes: {
    method: 'GET',
    path: '/notes',
    who: 'manager',
    offline: 'keep',
    summary: `What management noted on a person or a home; the latest ${MOST_NOTES}, newest first.`,
    query: NotesQuery,
    answer: lazySchema(() => z.array(Note)),
  },
  addNote: {
    method: 'POST',
    path: '/notes',
    who: 'manager',
    offline: 'queue',
    summary: 'Notes something on a person or a home, for managers alone. Notes are not changed.',
    body: NewNote,
    status: 201,
    answer: Note,
    refuses: ['404 for a person or a unit that is not there'],
  },
} as const satisfies Record<string, Route>;

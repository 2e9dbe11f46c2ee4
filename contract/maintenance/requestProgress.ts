import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { DAY } from '../values/calendar.ts';

/** For how many days after it was done a request may be confirmed or reopened. */
export const ANSWER_DAYS = 14;

/** Whose turn it is with an open request. */
export const WAITING_FOR = ['management', 'resident', 'vendor', 'visit'] as const;
export type WaitingFor = (typeof WAITING_FOR)[number];

/** What the events of a request have come to, beside whether it is completed. */
export const RequestProgress = lazySchema(() =>
  z.object({
    /** Whether management has opened it or done something. */
    seen: z.boolean(),
    /** A manager or a vendor, by name. */
    assignee: z.nullable(z.string()),
    /** The manager's id. */
    assignee_id: z.nullable(z.int()),
    /** The visit that was announced last, and has not led to an end yet. */
    visit: z.nullable(
      z.object({
        on: z.string(),
        from: z.nullable(z.string()),
        to: z.nullable(z.string()),
        visitor: z.nullable(z.string()),
      }),
    ),
    started: z.boolean(),
    /** Whether the resident said that it is done. */
    confirmed: z.boolean(),
    reopened: z.boolean(),
    waiting_for: z.enum(WAITING_FOR),
  }),
);
export type RequestProgress = z.infer<typeof RequestProgress>;

/** Of a request of which nothing is known but that it was reported. */
export const NO_PROGRESS: RequestProgress = {
  seen: false,
  assignee: null,
  assignee_id: null,
  visit: null,
  started: false,
  confirmed: false,
  reopened: false,
  waiting_for: 'management',
};

/** What of an event changes where a request stands. */
export interface ProgressEvent {
  kind: string;
  by_management: boolean;
  /** ISO 8601. */
  acted_at: string;
  assignee?: string | null | undefined;
  assignee_id?: number | null | undefined;
  visit_on?: string | null | undefined;
  visit_from?: string | null | undefined;
  visit_to?: string | null | undefined;
  visitor?: string | null | undefined;
}

/** Where a request stands. */
export interface RequestStanding {
  completed: boolean;
  completed_at: string | null;
  progress: RequestProgress;
}

/** Where a request stands that was only reported. */
export const REPORTED: RequestStanding = { completed: false, completed_at: null, progress: NO_PROGRESS };

/** Where a request stands after one more event. Events are applied in the order of when people acted. */
export function afterEvent(before: RequestStanding, event: ProgressEvent): RequestStanding {
  const { kind, by_management } = event;
  // A note leaves no trace for residents.
  if (kind === 'note') return before;
  const progress = { ...before.progress, seen: before.progress.seen || by_management };
  const open = { ...before, progress };
  switch (kind) {
    case 'reply':
      return {
        ...open,
        progress: { ...progress, waiting_for: by_management ? 'resident' : 'management' },
      };
    case 'assigned': {
      const { assignee = null, assignee_id = null } = event;
      const waiting_for = assignee_id === null ? 'vendor' : 'management';
      return { ...open, progress: { ...progress, assignee, assignee_id, waiting_for } };
    }
    case 'scheduled': {
      const { visit_on, visit_from = null, visit_to = null, visitor = null } = event;
      const visit = visit_on ? { on: visit_on, from: visit_from, to: visit_to, visitor } : null;
      return { ...open, progress: { ...progress, visit, waiting_for: 'visit' } };
    }
    case 'started':
      return { ...open, progress: { ...progress, started: true, waiting_for: 'visit' } };
    case 'done':
      // Whoever was first completed it, and what others add to it are words.
      if (before.completed) return open;
      return {
        completed: true,
        completed_at: event.acted_at,
        progress: { ...progress, confirmed: false },
      };
    case 'confirmed':
      // It was reopened meanwhile by somebody who knows more.
      return before.completed ? { ...open, progress: { ...progress, confirmed: true } } : open;
    case 'reopened':
      return {
        completed: false,
        completed_at: null,
        progress: {
          ...progress,
          ...{ visit: null, started: false, confirmed: false, reopened: true, waiting_for: 'management' },
        },
      };
    default:
      return open;
  }
}

/** When a request was completed last, by its events up to a moment, in order: also where it was reopened since. */
export function lastCompletedAt(events: readonly ProgressEvent[], until: string): string | null {
  let standing: RequestStanding = REPORTED;
  let last: string | null = null;
  for (const event of events) {
    if (event.acted_at > until) break;
    standing = afterEvent(standing, event);
    last = standing.completed_at ?? last;
  }
  return last;
}

/** What is said of a request in one word, the furthest that it has come. */
export const STAGES = [
  'Reported',
  'Seen',
  'Reopened',
  'Assigned',
  'Scheduled',
  'Started',
  'Completed',
  'Confirmed',
] as const;
export type Stage = (typeof STAGES)[number];

export function stageOf({ completed, progress }: Pick<RequestStanding, 'completed' | 'progress'>): Stage {
  if (completed) return progress.confirmed ? 'Confirmed' : 'Completed';
  if (progress.started) return 'Started';
  if (progress.visit) return 'Scheduled';
  if (progress.assignee !== null) return 'Assigned';
  if (progress.reopened) return 'Reopened';
  return progress.seen ? 'Seen' : 'Reported';
}

/**
 * Until when a request that was done at a moment may be confirmed or reopened, in milliseconds since the epoch. When the person
 * acted counts, not when the server hears of it.
 */
export function mayBeAnsweredUntil(doneAt: string): number {
  return Date.parse(doneAt) + ANSWER_DAYS * DAY;
}

/** Whether somebody who acts at a moment may confirm or reopen what was done last at another. */
export function mayAnswerDone(doneAt: string | null, actedAt: number): boolean {
  return doneAt !== null && actedAt <= mayBeAnsweredUntil(doneAt);
}

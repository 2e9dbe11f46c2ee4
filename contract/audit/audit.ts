import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { personId, Timestamp } from '../values/text.ts';

/** The kinds of record whose changes by managers are logged; the utility rates, the community and the books are one record each, with id 1. */
const AUDITED = [
  'user',
  'unit',
  'property',
  'announcement',
  'transaction',
  'rates',
  'lease',
  'community',
  'books',
  'upkeep',
  'meter',
  'common_meter',
  'conversation',
] as const;
const AuditSubject = lazySchema(() => z.enum(AUDITED, 'There is no record of changes for this.'));
export type AuditSubject = z.infer<typeof AuditSubject>;

/** The value of a field before or after a change. */
const Value = lazySchema(() => z.union([z.string(), z.number(), z.boolean(), z.null()]));
export type AuditValue = z.infer<typeof Value>;

/** One change of a record. Entries are never changed. */
export const AuditEntry = lazySchema(() =>
  z.object({
    id: z.int(),
    at: Timestamp,
    subject: AuditSubject,
    subject_id: z.int(),
    /** A past participle, such as "created", "changed" or "deleted". */
    action: z.string(),
    /** The author, and the name; null for a change by a command on the server. */
    author_id: personId,
    first_name: z.nullable(z.string()),
    last_name: z.nullable(z.string()),
    /** By field; a record that was created has no `before`, one that was deleted no `after`. */
    changes: z.record(z.string(), z.object({ before: Value, after: Value })),
  }),
);
export type AuditEntry = z.infer<typeof AuditEntry>;

/** The id of the lease under which is recorded what concerns all of them, such as a pause of their charges. */
export const ALL_LEASES = 0;

const NO_RECORD = 'There is no such record.';

/** Without an id: the latest changes of all records of that kind, deleted ones included. */
export const AuditQuery = lazySchema(() =>
  z
    .object({
      subject: AuditSubject,
      id: z.optional(z.pipe(z.string().check(z.regex(/^(0|[1-9]\d{0,8})$/, NO_RECORD)), z.transform(Number))),
    })
    .check(
      z.refine(({ subject, id }) => id !== ALL_LEASES || subject === 'lease', {
        error: NO_RECORD,
        path: ['id'],
      }),
    ),
);

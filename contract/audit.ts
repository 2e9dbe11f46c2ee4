import * as z from 'zod/mini';
import { IdInAddress, Moment } from './text.ts';

/** What a manager's changes are recorded of; the utility rates are one record, of id 1. */
const AUDITED = ['user', 'unit', 'property', 'announcement', 'transaction', 'rates'] as const;
const Audited = z.enum(AUDITED, 'There is no record of changes for this.');
export type Audited = z.infer<typeof Audited>;

/** What a field was and is now: a number, text, a yes or no, or nothing. */
const Value = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export type AuditedValue = z.infer<typeof Value>;

/** Who did what to a record, and when. It is never changed. */
export const AuditEntry = z.object({
  id: z.int(),
  at: Moment,
  subject: Audited,
  subject_id: z.int(),
  /** A past participle, such as "created", "changed" or "deleted". */
  action: z.string(),
  /** Of who did it; null for what was done on the server itself. */
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  /** By field; a record that was created has no `before`, one that was deleted no `after`. */
  changes: z.record(z.string(), z.object({ before: Value, after: Value })),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** Without an id, the latest changes of all records of that kind, deleted ones too. */
export const AuditQuery = z.object({ subject: Audited, id: z.optional(IdInAddress) });

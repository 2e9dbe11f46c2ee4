import sqlTag from 'sql-template-tag';
import { LISTED_KINDS, MANAGERS_KINDS } from '../../contract/notifications/notification.ts';
import { seesRecord } from './seenRecords.ts';

/**
 * Whether a person of `users` may still see what an `event` told them of: what managers are told of, only while one is a
 * manager, and what is about a record, only while one may see that.
 */
export const maySee = sqlTag`((users.is_manager or not event.kind = any(${MANAGERS_KINDS}::text[]))
  and ${seesRecord(sqlTag`event.about`)})`;

/** Whether the app lists an `event` for its person of `users`. */
export const isListed = sqlTag`(event.kind = any(${LISTED_KINDS}::text[]) and ${maySee})`;

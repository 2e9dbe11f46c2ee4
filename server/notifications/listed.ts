import sqlTag from 'sql-template-tag';
import { LISTED_KINDS, MANAGERS_KINDS } from '../../contract/notification.ts';

/** Whether the app lists an `event` for its person of `users`: what managers are told of, only while one is a manager. */
export const isListed = sqlTag`(event.kind = any(${LISTED_KINDS}::text[])
  and (users.is_manager or not event.kind = any(${MANAGERS_KINDS}::text[])))`;

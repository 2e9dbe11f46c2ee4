import sqlTag, { type Sql as Part } from 'sql-template-tag';
import { MANAGERS_KINDS, MANDATORY_KINDS } from '../../contract/notification.ts';
import { newcomerRow } from '../auth/newcomers.ts';

/**
 * Why an event is not sent to somebody by a channel, as their row of `users` is now; null where nothing speaks against it.
 * Whoever registers can enter the address of somebody else, so that a newcomer gets no mail but what is mandatory.
 */
export function whyWithheld({ kind, channel }: { kind: Part; channel: Part }): Part {
  return sqlTag`case
    when not users.is_current_user then 'The account is not active.'
    when not users.is_manager and ${kind} = any(${MANAGERS_KINDS}::text[]) then 'Only managers are told of it.'
    when ${newcomerRow} and ${channel} = 'email' and not ${kind} = any(${MANDATORY_KINDS}::text[])
      then 'Management has not confirmed the unit.'
    end`;
}

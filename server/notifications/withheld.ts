import sqlTag, { type Sql as Part } from 'sql-template-tag';
import { MANAGERS_KINDS, MANDATORY_KINDS, type NotificationKind } from '../../contract/notification.ts';
import { newcomerRow } from '../auth/newcomers.ts';

/** The only mails to somebody without a password: they have not been told of this portal, or are about to join it. */
const MAILS_BEFORE_JOINING: readonly NotificationKind[] = ['invitation', 'password_reset'];

/**
 * Why an event is not sent to somebody by a channel, as their row of `users` is now; null where nothing speaks against it.
 * Whom management entered or imported gets no mail but the invitation until they have a password: by accepting it, or a
 * one-time one from management. What happened before that is not sent afterwards.
 * Whoever registers can enter the address of somebody else, so that a newcomer gets no mail but what is mandatory.
 */
export function whyWithheld({ kind, channel }: { kind: Part; channel: Part }): Part {
  return sqlTag`case
    when not users.is_current_user then 'The account is not active.'
    when not users.is_manager and ${kind} = any(${MANAGERS_KINDS}::text[]) then 'Only managers are told of it.'
    when not users.has_password and ${channel} = 'email' and not ${kind} = any(${MAILS_BEFORE_JOINING}::text[])
      then 'The invitation has not been accepted.'
    when ${newcomerRow} and ${channel} = 'email' and not ${kind} = any(${MANDATORY_KINDS}::text[])
      then 'Management has not confirmed the unit.'
    end`;
}

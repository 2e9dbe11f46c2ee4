import sqlTag, { type Sql as Part } from 'sql-template-tag';
import {
  MANAGERS_KINDS,
  MANDATORY_KINDS,
  type NotificationKind,
} from '../../contract/notifications/notification.ts';
import { isEmailConfirmed } from '../auth/confirmedEmail.ts';
import { newcomerRow } from '../auth/newcomers.ts';
import { seesRecord } from './seenRecords.ts';

/** The only mails to somebody without a password: they have not been told of this portal, or are about to join it. */
const MAILS_BEFORE_JOINING: readonly NotificationKind[] = ['invitation', 'password_reset'];

interface Asked {
  kind: Part;
  /** The record that the event is about. */
  about: Part;
  channel: Part;
  /** Of a row of `users`, whether they are a manager who must set up a second factor first. */
  mustAddFactor: Part;
}

/**
 * The only mails to somebody whose address is not confirmed: what asks to confirm it, and what goes to the address before, which
 * `noteChangedEmail` names where that was confirmed.
 */
export const MAILS_BEFORE_CONFIRMATION: readonly NotificationKind[] = ['email_confirmation', 'email_changed'];

/**
 * Why an event is not sent to somebody by a channel, as their row of `users` is now; null where nothing speaks against it.
 * Whom management entered or imported gets no mail but the invitation until they have a password: by accepting it, or a
 * one-time one from management. What happened before that is not sent afterwards.
 * Whoever registers can enter the address of somebody else, so that an address that is not confirmed gets no mail but what asks to
 * confirm it, and a newcomer none but what is mandatory.
 * A manager who may make no call before they have a second factor reads nothing outside the app either: no push, since whoever
 * signs in by their password alone could have it, and of mails what is mandatory.
 * What happened before is not sent afterwards either.
 */
export function whyWithheld({ kind, about, channel, mustAddFactor }: Asked): Part {
  return sqlTag`case
    when not users.is_current_user then 'The account is not active.'
    when not users.is_manager and ${kind} = any(${MANAGERS_KINDS}::text[]) then 'Only managers are told of it.'
    when not users.has_password and ${channel} = 'email' and not ${kind} = any(${MAILS_BEFORE_JOINING}::text[])
      then 'The invitation has not been accepted.'
    when ${channel} = 'email' and not ${isEmailConfirmed} and not ${kind} = any(${MAILS_BEFORE_CONFIRMATION}::text[])
      then 'The address is not confirmed.'
    when ${newcomerRow} and ${channel} = 'email' and not ${kind} = any(${MANDATORY_KINDS}::text[])
      then 'Management has not confirmed the unit.'
    when ${mustAddFactor} and (${channel} = 'push' or not ${kind} = any(${MANDATORY_KINDS}::text[]))
      then 'The second factor is not set up.'
    when not ${seesRecord(about)} then 'They may not see it any more.'
    end`;
}

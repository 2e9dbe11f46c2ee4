import sqlTag from 'sql-template-tag';
import { EMERGENCY } from '../../../contract/maintenance/requestDetails.ts';
import { INVITATION_DAYS } from '../../../contract/users/invitation.ts';
import { NONE, type Waiting } from './groups.ts';

/** Who says where they live, until management confirms or declines it. */
export const claims: Waiting = ({ zone }) => sqlTag`
  select id as key, (created_at at time zone ${zone})::date as day, id as person, ${NONE.unit}, ${NONE.property}, ${NONE.amount},
    ${NONE.count}, unit_claim as text
  from users where unit_claim is not null and unit is null and is_current_user and not is_manager
  order by created_at, id`;

/** Who has an account with a password, and no home. */
export const newcomers: Waiting = ({ zone }) => sqlTag`
  select id as key, (created_at at time zone ${zone})::date as day, id as person, ${NONE.unit}, ${NONE.property}, ${NONE.amount},
    ${NONE.count}, ${NONE.text}
  from users where unit is null and unit_claim is null and unit_since is null and has_password and is_current_user and not is_manager
  order by created_at, id`;

/** Who was invited, and did not come in time. */
export const expiredInvitations: Waiting = ({ zone }) => sqlTag`
  select id as key, ((invited_at + make_interval(days => ${INVITATION_DAYS})) at time zone ${zone})::date as day, id as person,
    unit, ${NONE.property}, ${NONE.amount}, ${NONE.count}, ${NONE.text}
  from users where invitation is not null and not has_password and is_current_user
    and invited_at <= now() - make_interval(days => ${INVITATION_DAYS})
  order by invited_at, id`;

/** What residents suggested for the board. */
export const suggestions: Waiting = ({ zone }) => sqlTag`
  select id as key, (created_at at time zone ${zone})::date as day, user_id as person, ${NONE.unit}, ${NONE.property},
    ${NONE.amount}, ${NONE.count}, announcement as text
  from announcements where status = 'pending' order by created_at, id`;

/** What residents reported and no manager has opened; emergencies stand by themselves. */
export const unseenRequests: Waiting = ({ zone }) => sqlTag`
  select id as key, (created_at at time zone ${zone})::date as day, user_id as person, unit_id as unit, ${NONE.property},
    ${NONE.amount}, ${NONE.count}, information as text
  from maintenance_requests
  where not completed and cancelled_at is null and not by_management and answered_at is null
    and not coalesce((progress -> 'seen')::boolean, false) and urgency is distinct from ${EMERGENCY}
  order by created_at, id`;

/** The conversations in which a resident waits for an answer, with what they wrote last. */
export const waitingMessages: Waiting = ({ zone }) => sqlTag`
  select thread.id as key, (thread.waiting_since at time zone ${zone})::date as day, thread.user_id as person,
    thread.unit_id as unit, ${NONE.property}, ${NONE.amount}, ${NONE.count}, (
      select message.text from messages as message
      where message.thread_id = thread.id and message.kind = 'message' and not message.by_management
      order by message.acted_at desc, message.id desc limit 1) as text
  from message_threads as thread where thread.waiting_since is not null order by thread.waiting_since, thread.id`;

/** The requests that are open, the oldest first: emergencies, or all others. */
const openOnes = (zone: string, urgent: boolean) => sqlTag`
  select id as key, (created_at at time zone ${zone})::date as day, user_id as person, unit_id as unit, ${NONE.property},
    ${NONE.amount}, ${NONE.count}, information as text
  from maintenance_requests
  where not completed and cancelled_at is null and (urgency is not distinct from ${EMERGENCY}) = ${urgent}
  order by created_at, id`;
export const emergencies: Waiting = ({ zone }) => openOnes(zone, true);
export const openRequests: Waiting = ({ zone }) => openOnes(zone, false);

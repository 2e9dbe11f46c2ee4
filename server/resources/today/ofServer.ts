import sqlTag from 'sql-template-tag';
import { oldBackup } from '../../backup/nightlyBackup.ts';
import { NONE, type Waiting } from './groups.ts';

/** For how many days a message that was given up is shown. */
const GIVEN_UP_DAYS = 7;

/** Recurring work whose last run failed, such as the posting of rent. */
export const failedJobs: Waiting = ({ zone }) => sqlTag`
  select (hashtext(name)::bigint & 268435455)::integer as key, (failed_at at time zone ${zone})::date as day, ${NONE.person},
    ${NONE.unit}, ${NONE.property}, ${NONE.amount}, ${NONE.count}, name as text
  from jobs where failed_at is not null order by failed_at, name`;

/** The last good backup, where it is too old, with its day; or that there is none. */
export const oldBackups: Waiting = ({ zone, makesBackups }) => sqlTag`
  select 1 as key, (old.at at time zone ${zone})::date as day, ${NONE.person}, ${NONE.unit}, ${NONE.property}, ${NONE.amount},
    ${NONE.count}, ${NONE.text}
  from (${oldBackup}) as old where ${makesBackups}::boolean`;

/** Who could not be sent a message, with the last reason, until a later one arrives by the same channel. */
export const undelivered: Waiting = ({ zone }) => sqlTag`
  select user_id as key, (min(ended_at) at time zone ${zone})::date as day, user_id as person, max(users.unit) as unit,
    ${NONE.property}, ${NONE.amount}, ${NONE.count}, (array_agg(reason order by ended_at desc))[1] as text
  from deliveries as failed join notification_events as event on event.id = failed.event_id
  join users on users.id = failed.user_id and users.is_current_user
  where failed.state = 'given_up' and failed.ended_at > now() - make_interval(days => ${GIVEN_UP_DAYS})
    and event.kind <> 'invitation' and not exists (
      select from deliveries as later where later.user_id = failed.user_id and later.channel = failed.channel
        and later.state = 'sent' and later.ended_at > failed.ended_at)
  group by user_id order by min(ended_at), user_id`;

/** Whose invitation could not be delivered, and who has not joined. */
export const bouncedInvitations: Waiting = ({ zone }) => sqlTag`
  select failed.user_id as key, (max(failed.ended_at) at time zone ${zone})::date as day, failed.user_id as person,
    max(users.unit) as unit, ${NONE.property}, ${NONE.amount}, ${NONE.count},
    (array_agg(failed.reason order by failed.ended_at desc))[1] as text
  from deliveries as failed join notification_events as event on event.id = failed.event_id and event.kind = 'invitation'
  join users on users.id = failed.user_id and users.is_current_user and users.invitation is not null and not users.has_password
  where failed.state = 'given_up' and failed.ended_at >= users.invited_at
  group by failed.user_id order by max(failed.ended_at), failed.user_id`;

import sqlTag, { type Sql as Part } from 'sql-template-tag';
import { MANAGEMENT_ONLY } from '../../contract/maintenance/requestEvents.ts';

/** A resident, by values or by columns. */
interface Resident {
  id: Part | number;
  unit: Part | number | null;
}

/**
 * Of a row of `maintenance_requests as request`: a resident sees their own, and what management reported for their unit. Who was a
 * manager once does not see what they reported for others.
 */
export function residentSeesRequest({ id, unit }: Resident): Part {
  return sqlTag`((request.user_id = ${id} and not request.by_management)
      or (request.unit_id = ${unit} and request.by_management))`;
}

/**
 * Of a row of `maintenance_events as event` of a request that they see: a resident sees what was not noted for management alone. Who
 * shares only the home sees nothing that was said before they lived there.
 */
export function residentSeesEvent({ id }: Pick<Resident, 'id'>): Part {
  return sqlTag`(event.kind <> all(${MANAGEMENT_ONLY}::text[]) and ((request.user_id = ${id} and not request.by_management) or event.author_id = ${id}
      or event.received_at >= (select unit_since from users where users.id = ${id})))`;
}

/** Of a row of `entry_notices as notice`: a resident sees those of their unit that were given since they moved in. */
export function residentSeesNotice({ id, unit }: Resident): Part {
  return sqlTag`(notice.unit_id = ${unit} and notice.received_at >= (select lives.unit_since from users as lives where lives.id = ${id}))`;
}

/** Of a row of `announcements as post`: a resident sees what is published for them, and their own suggestions in any status. */
export function residentSeesPost({ id, unit }: Resident): Part {
  return sqlTag`(post.user_id = ${id}
      or (post.status = 'approved' and coalesce(post.publish_at, post.created_at) <= now() and ${isPostFor(unit)}))`;
}

/** Of a row of `announcements as post`: whether it is for everyone, or for the property of a unit. */
export function isPostFor(unit: Resident['unit']): Part {
  return sqlTag`(post.property_ids is null
      or (select home.property_id from units as home where home.id = ${unit}) = any(post.property_ids))`;
}

/** Of a row of `leases`: who rents by it sees it. */
export function tenantSeesLease({ id }: Pick<Resident, 'id'>): Part {
  return sqlTag`leases.id in (select lease_id from lease_tenants where user_id = ${id})`;
}

/**
 * Of a row of `messages as message` in `message_threads as thread`: a resident sees their own conversations, and of those of a home what
 * was received while they lived there.
 */
export function residentSeesMessage({ id, unit }: Resident): Part {
  return sqlTag`(thread.user_id = ${id} or (message.author_id = ${id} and not message.by_management)
      or (thread.unit_id = ${unit}
        and message.received_at >= (select person.unit_since from users as person where person.id = ${id}))
      or exists (select from message_stays as stay where stay.user_id = ${id} and stay.unit_id = thread.unit_id
        and message.received_at >= stay.since and message.received_at < stay.until))`;
}

/** Of a row of `message_threads as thread`: whether a resident may write in it. */
export function residentWritesIn({ id, unit }: Resident): Part {
  return sqlTag`coalesce(thread.user_id = ${id} or thread.unit_id = ${unit}, false)`;
}

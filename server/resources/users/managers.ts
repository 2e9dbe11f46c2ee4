import type { Sql as Part } from 'sql-template-tag';
import { REMOVAL_DAYS, type User } from '../../../contract/users/user.ts';
import { userColumns } from '../../auth/userColumns.ts';
import type { Sql } from '../../database/database.ts';
import { recordAccountChange } from './userAudit.ts';

export interface ActiveManager {
  id: number;
  /** Whether they have been one for `REMOVAL_DAYS`. */
  established: boolean;
}

/** The active managers who have a password. They stay locked until the transaction ends, so that none is removed and no two leave at once. */
export async function lockManagers(sql: Sql): Promise<ActiveManager[]> {
  return sql<ActiveManager>`
    select id, manager_since < now() - make_interval(days => ${REMOVAL_DAYS}) as established
    from users where is_manager and is_current_user and has_password order by id for update`;
}

/** Whether nobody but this user is an active manager, with the locks of `lockManagers`. */
export async function isLastManager(sql: Sql, id: number): Promise<boolean> {
  return (await lockManagers(sql)).every((manager) => manager.id === id);
}

/** A user, locked until the transaction ends. */
export async function findLockedUser(sql: Sql, where: Part): Promise<User | undefined> {
  const [user] = await sql<User>`
    select ${userColumns} from users left join units on units.id = users.unit where ${where} for update of users`;
  return user;
}

/**
 * What an account begins with that is activated again: no session, and autopay that charges from its next day on, since the last one was
 * announced to nobody.
 */
export async function reactivate(sql: Sql, id: number): Promise<void> {
  await sql`delete from sessions where user_id = ${id}`;
  await sql`update autopay set since = now() where user_id = ${id}`;
}

interface ManagerChange {
  is_manager: boolean;
  is_current_user: boolean;
}

/**
 * Changes whether a locked user is a manager and active, and records it. The sessions of a deactivated account are void, but
 * tell its devices why; activating it does not restore them.
 * @param author who changes it; null for a command on the server
 */
export async function changeManager(
  sql: Sql,
  author: number | null,
  before: User,
  change: Partial<ManagerChange>,
): Promise<void> {
  const after = { ...before, ...change };
  if (!before.is_current_user && after.is_current_user) {
    await reactivate(sql, before.id);
  }
  await sql`
    update users set is_manager = ${after.is_manager}, is_current_user = ${after.is_current_user}
    where id = ${before.id}`;
  // Sign-ins of residents ask for a password alone.
  if (!after.is_manager) await sql`delete from second_factors where user_id = ${before.id}`;
  await endRemovals(sql, before, after);
  await recordAccountChange(sql, author, before, after);
}

/** Whoever leaves, or comes back, asks for nothing any more, and nobody asks to remove them. */
export async function endRemovals(sql: Sql, before: User, after: ManagerChange): Promise<void> {
  if (after.is_manager === before.is_manager && after.is_current_user === before.is_current_user) return;
  await sql`delete from manager_removals where ${before.id}::int in (user_id, requested_by)`;
}

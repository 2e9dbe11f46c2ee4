import type { FastifyInstance } from 'fastify';
import { routes } from '../../../contract/routes.ts';
import type { UserUpdate } from '../../../contract/users/account.ts';
import type { User } from '../../../contract/users/user.ts';
import { recordAccountChange } from './userAudit.ts';
import type { Sql } from '../../database/database.ts';
import { hashPassword } from '../../auth/passwords.ts';
import { ApiError, fieldError } from '../../http/apiError.ts';
import { takenError } from '../../auth/takenError.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { replaceSessions } from '../../auth/sessions.ts';
import { userColumns } from '../../auth/userColumns.ts';
import { refuseWeakPassword } from '../../auth/weakPasswords.ts';
import { noteChangedEmail } from './changedEmail.ts';
import { endRemovals, isLastManager, reactivate } from './managers.ts';
import { notify } from '../../notifications/notify.ts';
import { checkOwnPassword, wrongPassword } from './ownPassword.ts';
import { notifyOfDecline, notifyOfUnit } from './notifyOfUnit.ts';

/** The routes that change accounts: one's own profile and password, and for managers those of residents. */
export function accounts(app: FastifyInstance): void {
  registerRoute(app, routes.updateUser, ({ sql, user, params, body }) =>
    updateAccount(sql, user, params.id, body),
  );

  registerRoute(
    app,
    routes.changePassword,
    {
      prepare: async ({ user, sessionId, params, body, request }) => {
        if (params.id !== user.id) {
          throw user.is_manager
            ? new ApiError(403, 'A password is changed only by its owner.')
            : new ApiError(404, 'There is no such user.');
        }
        const caller = { user, sessionId, request };
        const current_hash = await checkOwnPassword(app, caller, body.current_password);
        if (body.new_password === body.current_password) {
          throw fieldError(400, 'new_password', 'This is the password you have. Please choose another one.');
        }
        const owner = { ...user, firstName: user.first_name, lastName: user.last_name };
        await refuseWeakPassword('new_password', body.new_password, owner);
        return { current_hash, password_hash: await hashPassword(body.new_password) };
      },
      handle: async ({
        sql,
        user,
        sessionId,
        prepared: { current_hash, password_hash },
        request,
        reply,
        afterCommit,
      }) => {
        const [changed] = await sql`
          update users set password_hash = ${password_hash}, must_change_password = false, one_time_until = null
          where id = ${user.id} and password_hash = ${current_hash} returning id`;
        // A manager reset the password meanwhile.
        if (!changed) throw wrongPassword();
        await notify(sql, { kind: 'password_changed', to: [user.id], data: { by: 'oneself' } });
        const session = await replaceSessions(app, { sql, session: { id: sessionId, user }, request, reply });
        afterCommit(session.sendCookie);
        return { message: 'Your password was changed.', token: session.token };
      },
    },
    // Whoever has another's session must not keep them from a new password by using up their quota.
    { spendsQuota: false },
  );
}

/**
 * Changes an account, and records it where a manager does.
 * @throws {ApiError} 400 for an unknown unit, 403 for a field that the actor may not change, 404 for an unknown user, 409 for a
 * taken username or email address, for the last manager, and for a manager-to-be without a password
 */
export async function updateAccount(sql: Sql, user: User, id: number, body: UserUpdate): Promise<User> {
  const before = await lockedUser(sql, user, id);
  if (body.id !== undefined && body.id !== before.id) {
    throw fieldError(400, 'id', 'This is not the id of that user.');
  }
  refuseForeignFields(user, before, changesOf(before, body));
  if (body.unit != null && !(await sql`select 1 from units where id = ${body.unit}`)[0]) {
    throw fieldError(400, 'unit', 'There is no such unit.');
  }
  if (!before.is_manager && body.isManager) await refuseWithoutPassword(sql, before.id);
  if (before.is_current_user && body.isCurrentUser === false && before.is_manager) {
    await refuseLastManager(sql, before.id);
  }
  // The sessions of a deactivated account are void, but tell its devices why. Activating does not restore them.
  if (!before.is_current_user && body.isCurrentUser) {
    await reactivate(sql, before.id);
  }
  const after = await saveUser(sql, before, body);
  await noteChangedEmail(sql, user, before, after);
  await endRemovals(sql, before, after);
  if (before.unit_claim !== null && before.unit === null && after.unit !== null) {
    await placeRequests(sql, after);
  }
  if (after.unit !== before.unit) await notifyOfUnit(sql, after);
  if (before.unit_claim !== null && after.unit_claim === null && after.unit === null) {
    await notifyOfDecline(sql, after, before.unit_claim);
  }
  if (user.is_manager) await recordAccountChange(sql, user.id, before, after);
  return after;
}

/**
 * Reads a user and locks the row until the transaction ends.
 * @throws {ApiError} 404 for an unknown user and, to a resident, for any other user
 */
async function lockedUser(sql: Sql, actor: User, id: number): Promise<User> {
  const [user] =
    actor.is_manager || actor.id === id
      ? await sql<User>`
          select ${userColumns} from users left join units on units.id = users.unit
          where users.id = ${id} for update of users`
      : [];
  if (!user) throw new ApiError(404, 'There is no such user.');
  return user;
}

/** The fields whose values differ; a form may also send unchanged ones. */
function changesOf(before: User, body: UserUpdate): (keyof UserUpdate)[] {
  const now: UserUpdate & { unit_claim?: string | null } = {
    firstName: before.first_name,
    lastName: before.last_name,
    email: before.email,
    phone: before.phone ?? null,
    username: before.username,
    isManager: before.is_manager,
    isCurrentUser: before.is_current_user,
    unit: before.unit,
  };
  const same = (name: keyof UserUpdate) =>
    name === 'id' || (name === 'unit_claim' ? before.unit_claim === null : body[name] === now[name]);
  return (Object.keys(body) as (keyof UserUpdate)[]).filter(
    (name) => body[name] !== undefined && !same(name),
  );
}

const RESIDENT_FIELDS: (keyof UserUpdate)[] = ['firstName', 'lastName', 'email', 'phone'];

/** @throws {ApiError} 403 for a field that the actor may not change */
function refuseForeignFields(actor: User, target: User, changes: (keyof UserUpdate)[]): void {
  const refuse = (field: keyof UserUpdate | undefined, message: string) => {
    if (field) throw new ApiError(403, message, { fields: { [field]: message } });
  };
  if (!actor.is_manager) {
    refuse(
      changes.find((name) => !RESIDENT_FIELDS.includes(name)),
      'Only management can change this.',
    );
  } else if (target.is_manager && target.id !== actor.id) {
    refuse(changes[0], 'A manager’s account is changed only by its owner.');
  } else if (target.is_manager) {
    refuse(
      changes.find((name) => name === 'isManager'),
      'You cannot take management from yourself.',
    );
  }
}

/** @throws {ApiError} 409 for who cannot sign in yet: an invitation must not make its finder a manager */
async function refuseWithoutPassword(sql: Sql, id: number): Promise<void> {
  const [user] = await sql<{ has_password: boolean }>`select has_password from users where id = ${id}`;
  if (!user?.has_password) {
    const message = 'Who has no password yet cannot be a manager. Wait until the invitation is accepted.';
    throw fieldError(409, 'isManager', message);
  }
}

/** @throws {ApiError} 409 if there is no other active manager */
async function refuseLastManager(sql: Sql, id: number): Promise<void> {
  if (await isLastManager(sql, id)) {
    throw fieldError(409, 'isCurrentUser', 'The last manager’s account must stay active.');
  }
}

async function saveUser(sql: Sql, before: User, body: UserUpdate): Promise<User> {
  const unit = body.unit === undefined ? before.unit : body.unit;
  // Setting any unit settles the claim.
  const claim = body.unit_claim === null || body.unit != null ? null : before.unit_claim;
  try {
    const [user] = await sql<User>`
      with users as (
        update users set
          first_name = ${body.firstName ?? before.first_name}, last_name = ${body.lastName ?? before.last_name},
          email = ${body.email ?? before.email},
          phone = ${body.phone === undefined ? (before.phone ?? null) : body.phone}, username = ${body.username ?? before.username},
          is_manager = ${body.isManager ?? before.is_manager},
          is_current_user = ${body.isCurrentUser ?? before.is_current_user},
          unit = ${unit}, unit_claim = ${claim}
        where id = ${before.id} returning *)
      select ${userColumns} from users left join units on units.id = users.unit`;
    if (!user) throw new Error(`User ${before.id} was locked and is not there.`);
    return user;
  } catch (error) {
    throw takenError(error);
  }
}

/**
 * Sets the unit of the requests that a resident reported before their unit was confirmed. The requests count as
 * unchanged, so that an edit made offline meanwhile is no conflict.
 */
async function placeRequests(sql: Sql, { id, unit }: User): Promise<void> {
  await sql`
    update maintenance_requests set unit_id = ${unit}
    where user_id = ${id} and unit_id is null and not by_management`;
}

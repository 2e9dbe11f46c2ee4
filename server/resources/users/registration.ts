import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { DoorNumber } from '../../../contract/units/doorNumber.ts';
import type { Body } from '../../../contract/http/route.ts';
import { routes } from '../../../contract/routes.ts';
import type { User } from '../../../contract/users/user.ts';
import { registrationLimit } from '../../auth/limits/limits.ts';
import { refuseOverLimit, settleAttempt } from '../../auth/limits/rateLimits.ts';
import { claimOf, notifyOfClaim } from './claims.ts';
import { recordAccountChange } from './userAudit.ts';
import type { Sql } from '../../database/database.ts';
import { hashPassword } from '../../auth/passwords.ts';
import { ApiError, fieldError } from '../../http/apiError.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { openSession } from '../../auth/sessions.ts';
import { authenticate } from '../../auth/findSession.ts';
import { refuseMissingSecondFactor, refuseOneTimePassword } from '../../auth/unfinishedAccount.ts';
import { refuseWeakPassword } from '../../auth/weakPasswords.ts';
import { takenError } from '../../auth/takenError.ts';
import { userColumns } from '../../auth/userColumns.ts';
import { noteDevice } from '../../notifications/newSignIn.ts';
import { sendConfirmation } from './confirmEmail.ts';
import { notifyOfUnit } from './notifyOfUnit.ts';

/** The route of registration, by residents themselves and by managers. */
export function registration(app: FastifyInstance): void {
  const { configuration, database } = app.context;

  registerRoute(app, routes.register, {
    prepare: async ({ body, request }) => {
      const manager = await authenticateManager(app, request, body.must_change_password !== undefined);
      await refuseWeakPassword('password', body.password, body);
      const limit = registrationLimit(configuration, request);
      if (!manager) {
        await refuseOverLimit(database.sql, [limit]);
        // Counted even if it is refused, so that nobody can probe for taken names without limit.
        await settleAttempt(database.sql, [limit], { right: false });
      }
      return { manager, password_hash: await hashPassword(body.password) };
    },
    // A manager who enters somebody may do so again. Without the password: SHA-256 is much easier to attack than its argon2id hash.
    keyedBy: ({ manager }, { input }) => ({
      user: manager,
      input: { ...input, body: { ...(input.body as Body<typeof routes.register>), password: undefined } },
    }),
    handle: async ({ sql, body, prepared: { manager, password_hash }, request, reply, afterCommit }) => {
      const unitOrClaim = manager
        ? await unitById(sql, body.unit)
        : { unit: null, unit_claim: await claimOf(sql, body.unit) };
      const user = await insertUser(sql, { ...body, ...unitOrClaim, password_hash });
      if (manager) {
        // Management answers for the address of whom it enters.
        await sql`update users set confirmed_email = email where id = ${user.id}`;
        await recordAccountChange(sql, manager.id, undefined, user);
        await notifyOfUnit(sql, user);
        return { user };
      }
      await notifyOfClaim(sql, user);
      const keep = body.keep_signed_in ?? false;
      await sendConfirmation(sql, user.id);
      const sendDeviceCookie = await noteDevice(app, { sql, user_id: user.id, keep, request, reply });
      const session = await openSession(app, { sql, user, keep, request, reply });
      afterCommit(() => {
        session.sendCookie();
        sendDeviceCookie();
      });
      return { token: session.token, user };
    },
  });
}

/**
 * The manager who creates a user; undefined for someone who registers themselves.
 * @throws {ApiError} 401 or 403, if the request needs a manager and is not made by one
 */
async function authenticateManager(
  app: FastifyInstance,
  request: FastifyRequest,
  needed: boolean,
): Promise<User | undefined> {
  const session = await authenticate(app, request);
  if (!session?.user.is_manager) {
    if (!needed) return undefined;
    // To a manager whose token has expired 401 says that it wants renewing.
    if (!session) throw new ApiError(401, 'Please sign in to go on.');
    throw new ApiError(403, "You don't have permission to do this.");
  }
  refuseOneTimePassword(session.user);
  refuseMissingSecondFactor(session.user);
  return session.user;
}

interface UnitOrClaim {
  unit: number | null;
  unit_claim: string | null;
}

/** A manager sends a unit’s id, which takes effect at once. */
async function unitById(sql: Sql, unit: DoorNumber | null | undefined): Promise<UnitOrClaim> {
  if (unit == null) return { unit: null, unit_claim: null };
  const [unitRow] = typeof unit === 'number' ? await sql`select 1 from units where id = ${unit}` : [];
  if (typeof unit === 'string' || !unitRow) throw fieldError(400, 'unit', 'There is no such unit.');
  return { unit, unit_claim: null };
}

interface NewUser extends UnitOrClaim {
  username: string;
  email: string;
  phone?: string | null | undefined;
  password_hash: string;
  firstName: string;
  lastName: string;
  must_change_password?: boolean | undefined;
}

/** @throws {ApiError} 409 for a username or an email address that is taken, with its field */
async function insertUser(sql: Sql, newUser: NewUser): Promise<User> {
  try {
    const [user] = await sql<User>`
      with users as (
        insert into users (username, email, phone, password_hash, first_name, last_name, unit, unit_claim,
          must_change_password)
        values (${newUser.username}, ${newUser.email}, ${newUser.phone ?? null}, ${newUser.password_hash}, ${newUser.firstName},
          ${newUser.lastName},
          ${newUser.unit}, ${newUser.unit_claim}, ${newUser.must_change_password ?? false})
        returning *)
      select ${userColumns} from users left join units on units.id = users.unit`;
    if (!user) throw new Error('The new user was not returned.');
    return user;
  } catch (error) {
    throw takenError(error);
  }
}

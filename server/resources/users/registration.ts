import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Answer } from '../../../contract/route.ts';
import { routes } from '../../../contract/routes.ts';
import type { User } from '../../../contract/user.ts';
import { addressOf, countAttempt, refuseOverLimit } from '../../auth/rateLimits.ts';
import { recordAccountChange } from './userAudit.ts';
import { violates, type Sql } from '../../database/database.ts';
import { runOnce, readKey } from '../../http/idempotency.ts';
import { hashPassword } from '../../auth/passwords.ts';
import { fieldError } from '../../http/apiError.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { openSession, refuseOneTimePassword, authenticate } from '../../auth/sessions.ts';
import { userColumns } from '../../auth/userColumns.ts';

/** Serves registration: a person's own, and the creation of a resident by a manager. */
export function registration(app: FastifyInstance): void {
  const { configuration, database } = app.context;

  registerRoute(
    app,
    routes.register,
    async ({ body, request, reply }) => {
      const manager = await managerWhoAsks(app, request);
      const limit = {
        subject: `registration ${addressOf(request.ip)}`,
        most: configuration.REGISTRATIONS_PER_ADDRESS,
        minutes: 60,
      };
      if (!manager) {
        await refuseOverLimit(database.sql, [limit]);
        // Counted whatever comes of it, or else asking for names that are taken would be free.
        await countAttempt(database.sql, [limit]);
        // Those sent all at once pass the first look together; by now all of them are counted.
        await refuseOverLimit(database.sql, [{ ...limit, most: limit.most + 1 }]);
      }
      const { password, ...told } = body;
      const password_hash = await hashPassword(password);
      // Without the password: a digest of it that is as quick as this one would be easier to guess from than its hash.
      const input = { params: undefined, query: undefined, body: told, files: [] };
      const change = { user: manager, route: routes.register, key: readKey(request), input };
      const given = await runOnce(database, change, async (sql) => {
        const home = manager ? await unitById(sql, body.unit) : await claimedNumber(sql, body.unit);
        const user = await insertUser(sql, { ...body, ...home, password_hash });
        if (manager) {
          await recordAccountChange(sql, manager.id, undefined, user);
          return { user };
        }
        const keep = body.keep_signed_in ?? false;
        return { token: await openSession(app, { sql, user, keep, request, reply }), user };
      });
      if (given.replayed) reply.header('Idempotency-Replayed', 'true');
      return JSON.parse(given.text) as Answer<typeof routes.register>;
    },
    // The limit is looked at and the password hashed before the transaction, so that it stays short.
    { transaction: 'none' },
  );
}

async function managerWhoAsks(app: FastifyInstance, request: FastifyRequest): Promise<User | undefined> {
  const session = await authenticate(app, request);
  if (!session?.user.is_manager) return undefined;
  refuseOneTimePassword(session.user);
  return session.user;
}

interface Home {
  unit: number | null;
  unit_claim: string | null;
}

/** What a manager gives is a unit's id, and takes effect at once. */
async function unitById(sql: Sql, unit: number | null | undefined): Promise<Home> {
  if (unit == null) return { unit: null, unit_claim: null };
  const [found] = await sql`select 1 from units where id = ${unit}`;
  if (!found) throw fieldError(400, 'unit', 'There is no such unit.');
  return { unit, unit_claim: null };
}

/** What a person gives is the number on their door: a claim, which management confirms. */
async function claimedNumber(sql: Sql, number: number | null | undefined): Promise<Home> {
  if (number == null) return { unit: null, unit_claim: null };
  const [found] = await sql`select 1 from units where unit_number = ${String(number)}`;
  if (!found) {
    throw fieldError(
      400,
      'unit',
      `We have no unit ${number}. Check the number on your door, or leave it empty.`,
    );
  }
  return { unit: null, unit_claim: String(number) };
}

interface NewUser extends Home {
  username: string;
  email: string;
  password_hash: string;
  firstName: string;
  lastName: string;
}

/** @throws {ApiError} 409 at the field, where the username or the email is taken */
async function insertUser(sql: Sql, given: NewUser): Promise<User> {
  try {
    const [user] = await sql<User>`
      with users as (
        insert into users (username, email, password_hash, first_name, last_name, unit, unit_claim)
        values (${given.username}, ${given.email}, ${given.password_hash}, ${given.firstName}, ${given.lastName},
          ${given.unit}, ${given.unit_claim})
        returning *)
      select ${userColumns} from users left join units on units.id = users.unit`;
    if (!user) throw new Error('The new user was not returned.');
    return user;
  } catch (error) {
    throw takenError(error);
  }
}

/** The refusal of a username or an email that someone else has, at its field; any other error unchanged. */
export function takenError(error: unknown): unknown {
  if (violates(error, 'users_username_key')) return fieldError(409, 'username', 'This username is taken.');
  if (violates(error, 'users_email_key')) return fieldError(409, 'email', 'This email address is in use.');
  return error;
}

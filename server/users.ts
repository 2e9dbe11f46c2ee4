import type { FastifyInstance, FastifyRequest } from 'fastify';
import { routes } from '../contract/routes.ts';
import type { User, UserWithUnit } from '../contract/user.ts';
import { addressOf, countAttempt, refuseTooMany, type Limit } from './attempts.ts';
import type { Configuration } from './configuration.ts';
import { violates, type Sql } from './database.ts';
import { hashPassword, passwordFits } from './passwords.ts';
import { Refusal, refuseField } from './refusal.ts';
import { serve } from './serve.ts';
import { endSession, openSession, renewSession, whoAsks } from './session.ts';
import { userColumns } from './userColumns.ts';

/** Serves sign-in, registration, and the reading of one user. */
export function users(app: FastifyInstance): void {
  const { configuration, database } = app.house;

  serve(
    app,
    routes.login,
    async ({ body, request, reply }) => {
      const { sql } = database;
      const [found] = await sql<User & { password_hash: string }>`
        select ${userColumns}, users.password_hash from users left join units on units.id = users.unit
        where lower(users.username) = lower(${body.username}) and users.is_current_user`;
      // By the account and not by what was typed: one name can be written in many ways that the database takes for it.
      const limits = signInLimits(
        configuration,
        found ? `#${found.id}` : body.username.toLowerCase(),
        request,
      );
      await refuseTooMany(sql, limits);
      if (!(await passwordFits(body.password, found?.password_hash)) || !found) {
        await countAttempt(sql, limits);
        throw new Refusal(401, 'Invalid username or password.', { code: 'wrong_credentials' });
      }
      // Guesses sent all at once pass the first look together; by now the wrong ones among them are counted.
      await refuseTooMany(sql, limits);
      const { password_hash: _, ...user } = found;
      const token = await openSession(app, { sql, user, keep: body.keep_signed_in ?? false, request, reply });
      return { token, user };
    },
    // A failed attempt is counted even though the sign-in is refused.
    { transaction: 'none' },
  );

  serve(
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
        await refuseTooMany(database.sql, [limit]);
        // Counted whatever comes of it, or else asking for names that are taken would be free.
        await countAttempt(database.sql, [limit]);
        // Those sent all at once pass the first look together; by now all of them are counted.
        await refuseTooMany(database.sql, [{ ...limit, most: limit.most + 1 }]);
      }
      const password_hash = await hashPassword(body.password);
      return database.transaction(async (sql) => {
        const home = manager ? await unitById(sql, body.unit) : await claimedNumber(sql, body.unit);
        const user = await insertUser(sql, { ...body, ...home, password_hash });
        if (manager) return { user };
        const token = await openSession(app, {
          sql,
          user,
          keep: body.keep_signed_in ?? false,
          request,
          reply,
        });
        return { token, user };
      });
    },
    // The limit is looked at and the password hashed before the transaction, so that it stays short.
    { transaction: 'none' },
  );

  serve(
    app,
    routes.refresh,
    async ({ request, reply }) => {
      const renewed = await renewSession(app, request, reply);
      if (!renewed) throw new Refusal(401, 'Please sign in to go on.');
      return renewed;
    },
    { transaction: 'none' },
  );

  serve(
    app,
    routes.logout,
    async ({ request, reply }) => {
      await endSession(app, request, reply);
      return { message: 'You are signed out.' };
    },
    { transaction: 'none' },
  );

  serve(app, routes.readUser, ({ sql, user, params }) => userWithUnit(sql, user, params.id));
  serve(app, routes.readUserUnit, ({ sql, user, params }) => userWithUnit(sql, user, params.id));
}

async function managerWhoAsks(app: FastifyInstance, request: FastifyRequest): Promise<User | undefined> {
  const asking = await whoAsks(app, request);
  return asking?.user.is_manager ? asking.user : undefined;
}

async function userWithUnit(sql: Sql, asking: User, id: number): Promise<UserWithUnit> {
  const [user] =
    asking.is_manager || asking.id === id
      ? await sql<UserWithUnit>`
          select ${userColumns}, case when units.id is not null then json_build_object(
            'id', units.id, 'unit_number', units.unit_number,
            'property_id', properties.id, 'property_name', properties.property_name) end as unit
          from users left join units on units.id = users.unit left join properties on properties.id = units.property_id
          where users.id = ${id}`
      : [];
  if (!user) throw new Refusal(404, 'There is no such user.');
  return user;
}

/** What guesses at an account's password count against, wherever they are made. */
export function signInLimits(
  configuration: Configuration,
  account: string,
  request: FastifyRequest,
): Limit[] {
  return [
    {
      subject: `sign-in account ${account}`,
      most: configuration.SIGN_IN_FAILURES_PER_ACCOUNT,
      minutes: 15,
    },
    {
      subject: `sign-in address ${addressOf(request.ip)}`,
      most: configuration.SIGN_IN_FAILURES_PER_ADDRESS,
      minutes: 15,
    },
  ];
}

interface Home {
  unit: number | null;
  unit_claim: string | null;
}

/** What a manager gives is a unit's id, and takes effect at once. */
async function unitById(sql: Sql, unit: number | null | undefined): Promise<Home> {
  if (unit == null) return { unit: null, unit_claim: null };
  const [found] = await sql`select 1 from units where id = ${unit}`;
  if (!found) throw refuseField(400, 'unit', 'There is no such unit.');
  return { unit, unit_claim: null };
}

/** What a person gives is the number on their door: a claim, which management confirms. */
async function claimedNumber(sql: Sql, number: number | null | undefined): Promise<Home> {
  if (number == null) return { unit: null, unit_claim: null };
  const [found] = await sql`select 1 from units where unit_number = ${String(number)}`;
  if (!found) {
    throw refuseField(
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

/** @throws {Refusal} 409 at the field, where the username or the email is taken */
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
    throw takenOr(error);
  }
}

/** The refusal of a username or an email that someone else has, at its field; any other error unchanged. */
export function takenOr(error: unknown): unknown {
  if (violates(error, 'users_username_key')) return refuseField(409, 'username', 'This username is taken.');
  if (violates(error, 'users_email_key')) return refuseField(409, 'email', 'This email address is in use.');
  return error;
}

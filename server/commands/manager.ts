import { randomBytes } from 'node:crypto';
import sqlTag from 'sql-template-tag';
import { cleanUsername } from '../../contract/values/cleanText.ts';
import { fieldMessages } from '../../contract/http/failure.ts';
import { Register } from '../../contract/users/account.ts';
import { fullNameOf, ONE_TIME_PASSWORD_DAYS, type User } from '../../contract/users/user.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { violates, type Database, type Sql } from '../database/database.ts';
import { createContext } from '../process/createContext.ts';
import { hashPassword } from '../auth/passwords.ts';
import { recordAudit } from '../database/auditLog.ts';
import { changeManager, findLockedUser, isLastManager } from '../resources/users/managers.ts';
import { newOneTimePassword, setOneTimePassword } from '../resources/users/passwordReset.ts';
import { hasSecondFactor, removeSecondFactor } from '../auth/secondFactor.ts';
import { validSession } from '../auth/findSession.ts';
import { readArguments, runCommand } from './runCommand.ts';

const USAGE = `npm run manager -- --username NAME --email ADDRESS [--first-name NAME] [--last-name NAME]
  Makes a manager's account and prints its password once.
npm run manager -- list
  Lists the managers, the inactive too.
npm run manager -- deactivate|reactivate|demote|reset|sign-out|remove-factor USERNAME
  deactivate: they cannot sign in any more. demote: they go on as a resident.
  reset: prints a one-time password once. sign-out: ends their sessions.
  remove-factor: removes the second factor of somebody who lost the phone and the recovery codes, and ends their sessions.

Stop a server on the embedded database first.`;

const OPTIONS = {
  username: { type: 'string' },
  email: { type: 'string' },
  'first-name': { type: 'string', default: 'Property' },
  'last-name': { type: 'string', default: 'Manager' },
} as const;

/** `npm run manager`: creates, lists and changes managers. Changes are recorded as those of nobody's account. */
async function manager(): Promise<string> {
  const { values, positionals } = readArguments(USAGE, { options: OPTIONS, allowPositionals: true });
  const [action, typed, ...more] = positionals;
  const username = typed === undefined ? undefined : cleanUsername(typed);
  if (more.length > 0) throw new Error(USAGE);
  if (action === undefined) return createManager(values);
  if (action === 'list' && username === undefined) return withDatabase(listManagers);
  const change = CHANGES[action];
  if (!change || username === undefined) throw new Error(USAGE);
  return withDatabase((database) =>
    database.transaction(async (sql) => {
      const [named] = await sql<{
        id: number;
      }>`select id from users where lower(username) = lower(${username})`;
      // Before the user is locked, in the order of the ids.
      const last = named !== undefined && (await isLastManager(sql, named.id));
      const user = await findLockedUser(sql, sqlTag`lower(users.username) = lower(${username})`);
      if (!user?.is_manager)
        throw new Error(`There is no manager ${username}. To see who is: npm run manager -- list`);
      return change(sql, user, last && user.is_current_user);
    }),
  );
}

async function withDatabase(work: (database: Database) => Promise<string>): Promise<string> {
  const { database } = await createContext(readConfiguration(process.env));
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

interface CreateOptions {
  username?: string | undefined;
  email?: string | undefined;
  'first-name': string;
  'last-name': string;
}

async function createManager(options: CreateOptions): Promise<string> {
  const password = randomBytes(12).toString('base64url');
  const parsed = Register.safeParse({
    username: options.username,
    email: options.email,
    firstName: options['first-name'],
    lastName: options['last-name'],
    password,
  });
  if (!parsed.success) {
    throw new Error(`${Object.values(fieldMessages(parsed.error)).join('\n')}\n\n${USAGE}`);
  }
  const { username, email, firstName, lastName } = parsed.data;
  const password_hash = await hashPassword(password);
  return withDatabase(async (database) => {
    try {
      await database.transaction(async (sql) => {
        const [created] = await sql<{ id: number }>`
          insert into users (username, email, password_hash, first_name, last_name, is_manager)
          values (${username}, ${email}, ${password_hash}, ${firstName}, ${lastName}, true) returning id`;
        if (!created) throw new Error('The new manager was not returned.');
        await recordAudit(sql, null, [{ subject: 'user', subject_id: created.id, action: 'created' }]);
      });
    } catch (error) {
      if (violates(error, 'users_username_key'))
        throw new Error(`The username ${username} is taken.`, { cause: error });
      if (violates(error, 'users_email_key'))
        throw new Error(`The email address ${email} is in use.`, { cause: error });
      throw error;
    }
    return `${username} is a manager now. Password, shown this once: ${password}`;
  });
}

async function listManagers({ sql }: Database): Promise<string> {
  const managers = await sql<
    Pick<User, 'username' | 'first_name' | 'last_name' | 'is_current_user'> & {
      sessions: number;
      has_second_factor: boolean;
    }
  >`
    select username, first_name, last_name, is_current_user,
      ${hasSecondFactor} as has_second_factor,
      (select count(*) from sessions where user_id = users.id and ${validSession}) as sessions
    from users where is_manager order by lower(username)`;
  if (managers.length === 0) return 'There is no manager yet.';
  return managers
    .map((user) => {
      const state = user.is_current_user ? `active, ${user.sessions} sessions` : 'not active';
      const factor = user.has_second_factor ? ', second factor' : '';
      return `${user.username}\t${fullNameOf(user)}\t${state}${factor}`;
    })
    .join('\n');
}

/** Changes a locked manager; `last` says that no other one is active. Returns what to print. */
type Change = (sql: Sql, user: User, last: boolean) => Promise<string>;

const CHANGES: Record<string, Change> = {
  async deactivate(sql, user, last) {
    refuseLast(user, last);
    await changeManager(sql, null, user, { is_current_user: false });
    return `${user.username} cannot sign in any more.`;
  },
  async reactivate(sql, user) {
    await changeManager(sql, null, user, { is_current_user: true });
    return `${user.username} can sign in again.`;
  },
  async demote(sql, user, last) {
    refuseLast(user, last);
    await changeManager(sql, null, user, { is_manager: false });
    return `${user.username} is a resident now.`;
  },
  async reset(sql, user) {
    const password = newOneTimePassword();
    await setOneTimePassword(sql, { id: user.id, password_hash: await hashPassword(password), author: null });
    return `One-time password of ${user.username}, valid for ${ONE_TIME_PASSWORD_DAYS} days, shown this once: ${password}`;
  },
  async 'sign-out'(sql, user) {
    const ended = await sql`delete from sessions where user_id = ${user.id} returning id`;
    await recordAudit(sql, null, [{ subject: 'user', subject_id: user.id, action: 'signed out' }]);
    return `${ended.length} sessions of ${user.username} are ended.`;
  },
  async 'remove-factor'(sql, user) {
    if (!(await removeSecondFactor(sql, user.id))) {
      throw new Error(`${user.username} has no second factor.`);
    }
    await sql`delete from sessions where user_id = ${user.id}`;
    await recordAudit(sql, null, [{ subject: 'user', subject_id: user.id, action: 'turned off' }]);
    return `${user.username} signs in with the password alone now. Make sure who asks for this, and reset the password too if in doubt.`;
  },
};

function refuseLast({ username }: User, last: boolean): void {
  if (last) throw new Error(`${username} is the last active manager. Make another one first.`);
}

runCommand(manager);

import { randomBytes } from 'node:crypto';
import type { User } from '../../../contract/users/user.ts';
import { hashPassword } from '../../auth/passwords.ts';
import { userColumns } from '../../auth/userColumns.ts';
import type { Sql } from '../../database/database.ts';
import { takenError } from '../../auth/takenError.ts';
import { recordCreations } from './userAudit.ts';

/** A person whom management enters. */
export interface NewPerson {
  firstName: string;
  lastName: string;
  /** Null for someone who gives none. */
  email: string | null;
  /** As above. */
  phone: string | null;
  /** The id of the unit they live in. */
  unit: number | null;
}

/**
 * Inserts people who have no password yet, and records it. They cannot sign in before they accept an invitation. Each gets a
 * username that is free, such as `jo.miller` or `jo.miller2`, which they may change as they accept. The table of users is locked until
 * the transaction ends.
 * @returns the users, in the order of `people`
 * @throws {ApiError} 409 for an email address that is in use
 */
export async function createPeople(sql: Sql, author: number, people: readonly NewPerson[]): Promise<User[]> {
  if (people.length === 0) return [];
  await sql`lock table users in share row exclusive mode`;
  const taken = new Set(
    (await sql<{ username: string }>`select lower(username) as username from users`).map(
      ({ username }) => username,
    ),
  );
  const rows = people.map(({ firstName, lastName, email, phone, unit }) => ({
    username: freeUsername(firstName, lastName, taken),
    email: email ?? '',
    phone,
    first_name: firstName,
    last_name: lastName,
    unit,
  }));
  const password_hash = await unusableHash();
  try {
    const users = await sql<User>`
      with users as (
        insert into users (username, email, phone, password_hash, has_password, first_name, last_name, unit)
        select username, email, phone, ${password_hash}, false, first_name, last_name, unit
        from jsonb_to_recordset(${rows}::jsonb)
          as row(username text, email text, phone text, first_name text, last_name text, unit int)
        returning *)
      select ${userColumns} from users left join units on units.id = users.unit`;
    const byName = new Map(users.map((user) => [user.username, user]));
    const inserted = rows.map(({ username }) => byName.get(username)).filter((user) => user !== undefined);
    await recordCreations(sql, author, inserted);
    return inserted;
  } catch (error) {
    throw takenError(error);
  }
}

let unusable: Promise<string> | undefined;

/** The hash of a secret that nobody has. One for all, since a hash takes 30 ms. */
function unusableHash(): Promise<string> {
  unusable ??= hashPassword(randomBytes(32).toString('base64url'));
  return unusable;
}

/** A username from a name, with a number where it is taken; it is added to `taken`, which has lower case. */
function freeUsername(firstName: string, lastName: string, taken: Set<string>): string {
  const base = [firstName, lastName].map(plain).filter(Boolean).join('.').slice(0, 50) || 'resident';
  let username = base;
  for (let number = 2; taken.has(username); number += 1) username = `${base}${number}`;
  taken.add(username);
  return username;
}

/** Letters and digits of the Latin alphabet without accents, in lower case. */
function plain(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
}

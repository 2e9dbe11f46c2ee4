import { randomUUID } from 'node:crypto';
import type { Sql } from '../database/database.ts';
import { hashPassword } from '../auth/passwords.ts';
import type { Calendar } from './calendar.ts';
import { residents } from './residents.ts';
import type { UnitName } from './places.ts';

/** The password of both demo accounts, which the sign-in screen of a demo shows. */
const DEMO_PASSWORD = 'porchlight';
const DEMO_USERNAMES = ['manager', 'resident'];

const managers = [
  { username: 'manager', first: 'Morgan', last: 'Reyes' },
  { username: 'dana.whitfield', first: 'Dana', last: 'Whitfield' },
];

/** Inserts the managers and the residents; answers their ids by username. */
export async function insertPeople(
  sql: Sql,
  calendar: Calendar,
  unitIds: ReadonlyMap<UnitName, number>,
  hashes: Passwords,
): Promise<Map<string, number>> {
  const rows = [
    ...managers.map(({ username, first, last }) => ({
      username,
      first,
      last,
      manager: true,
      active: true,
      at: calendar.inMonth(13, 1, '09:00'),
    })),
    ...residents.map(({ username, first, last, unit, since, former, claim }, index) => ({
      username,
      first,
      last,
      // Some give none.
      phone: index % 7 === 6 ? null : `518-555-01${index + 10}`,
      unit: unit !== undefined && !former ? unitIds.get(unit) : null,
      claim,
      manager: false,
      active: !former,
      // They signed up in the week before the first rent, in the order they are listed.
      at:
        since === undefined
          ? calendar.daysAgo(2, '19:40')
          : calendar.inMonth(since + 1, 24, `10:${index + 10}`),
    })),
  ].map((row) => ({
    ...row,
    email: emailOf(row),
    hash: DEMO_USERNAMES.includes(row.username) ? hashes[row.username] : hashes.nobodys,
  }));
  const inserted = await sql<{ id: number; username: string }>`
    insert into users (username, email, phone, password_hash, first_name, last_name, unit, unit_claim, is_manager,
      is_current_user, created_at, unit_since)
    select username, email, phone, hash, first, last, unit, claim, manager, active, at at time zone ${calendar.zone},
      at at time zone ${calendar.zone}
    from jsonb_to_recordset(${rows}::jsonb) as row(username text, email text, phone text, hash text, first text, last text,
      unit int, claim text, manager boolean, active boolean, at timestamp)
    returning id, username`;
  // Everybody has opened the link that confirms their address.
  await sql`update users set confirmed_email = email`;
  return new Map(inserted.map(({ id, username }) => [username, id]));
}

/** example.com is reserved, so no mail reaches anybody. */
function emailOf({ first, last }: { first: string; last: string }): string {
  const plain = (name: string) =>
    name
      .normalize('NFD')
      .replace(/[^a-zA-Z]/g, '')
      .toLowerCase();
  return `${plain(first)}.${plain(last)}@example.com`;
}

type Passwords = Record<string, string>;

/** Only the two demo accounts can sign in; the others share the hash of a random password. */
export async function hashDemoPasswords(): Promise<Passwords> {
  const nobodys = await hashPassword(randomUUID());
  const own = await Promise.all(
    DEMO_USERNAMES.map(async (username) => [username, await hashPassword(DEMO_PASSWORD)] as const),
  );
  return { nobodys, ...Object.fromEntries(own) };
}

import type { FastifyInstance } from 'fastify';
import sqlTag, { empty, type Sql as Part } from 'sql-template-tag';
import type { Route } from '../contract/route.ts';
import type { User } from '../contract/user.ts';
import { spending } from './allowances.ts';
import { failedWhole, type Sql } from './database.ts';
import { keeping, type Change } from './idempotency.ts';
import { ReadyJson } from './readyJson.ts';
import { holds } from './session.ts';

/**
 * A change that adds one record, as parts of a statement in which `asking` is the row of the user who makes it. For a
 * resident it makes the record or fails, since what they spend is counted beside it.
 */
export interface Adding {
  /** Inserts it, such as `insert into … select … from asking returning *`. */
  made: Part;
  /** Records that it was `made`. */
  recorded?: Part;
  /** The query of its answer, from `made`: one row where it was made. */
  answer: Part;
}

/** Adds a record in the transaction of a change, and answers it; undefined where nothing was made. */
export async function added<Answer>(sql: Sql, user: User, adding: Adding): Promise<Answer | undefined> {
  const [answer] = await sql<{ text: string }>`
    with asking as (select * from users where id = ${user.id}) ${partsOf(adding)}
    select text from answer`;
  return answer && (JSON.parse(answer.text) as Answer);
}

/**
 * Makes a whole change in one statement: it finds who asks by their session, sees that they may, counts what they spend,
 * adds the record and lays by its answer under the key. Answers undefined, with nothing made, where any of that stands in
 * the way: saying what is the matter, or finding the answer of the first time, is left to the steps one by one.
 * Going to the database and back is most of what a small change costs (docs/bench.md).
 * @throws what is no fault of the change's data: then it may have been made, as when a connection is lost
 */
export async function addAtOnce(
  app: FastifyInstance,
  session: Part,
  change: Omit<Change, 'user'>,
  adding: Adding,
): Promise<ReadyJson | undefined> {
  try {
    const [found] = await app.house.database.sql<{ made: number; text: string | null }>`
      with able as (
        select users.* from sessions join users on users.id = sessions.user_id
        where ${holds(session)} and not users.must_change_password
      ), ${allowed(app, change.route)} ${partsOf(adding)} ${keeping(change)}
      select (select count(*) from made) as made, (select text from answer) as text`;
    if (!found?.made) return undefined;
    if (found.text === null) throw new Error(`What ${change.route.path} made has no answer.`);
    return new ReadyJson(found.text);
  } catch (error) {
    if (failedWhole(error)) return undefined;
    throw error;
  }
}

function allowed(app: FastifyInstance, route: Route): Part {
  if (route.who === 'manager') return sqlTag`asking as (select * from able where is_manager)`;
  return sqlTag`
    spent as (${spending(app, sqlTag`select id from able where not is_manager`)}),
    asking as (select * from able where is_manager or exists (select from spent))`;
}

function partsOf({ made, recorded, answer }: Adding): Part {
  return sqlTag`, made as (${made}) ${recorded ? sqlTag`, recorded as (${recorded})` : empty},
    answer as (select row_to_json(entry)::text as text from (${answer}) as entry)`;
}

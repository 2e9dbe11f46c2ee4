import type { FastifyInstance } from 'fastify';
import sqlTag, { empty, type Sql as Part } from 'sql-template-tag';
import type { Route } from '../../contract/route.ts';
import type { User } from '../../contract/user.ts';
import { spending } from '../auth/quotas.ts';
import { OF_BEARER, type Bearer } from '../auth/accessToken.ts';
import { failedWhole, type Sql } from '../database/database.ts';
import { keeping } from './idempotency.ts';
import { RawJson } from './rawJson.ts';
import type { Sent } from './parseRequest.ts';
import { holds } from '../auth/sessions.ts';

/**
 * A change that adds one record, as parts of a statement in which `asking` is who makes it: `id`, `is_manager` and
 * `unit`. For a resident it makes the record or fails, since what they spend is counted beside it.
 */
export interface Adding {
  /** Inserts it, such as `insert into … select … from asking returning *`. */
  made: Part;
  /** Records that it was `made`. */
  recorded?: Part;
  /** The query of its answer, from `made`: one row where it was made. */
  answer: Part;
}

/** Says where a value comes from: from what is asked at the time, or from what is known already. */
export type From<Asked> = (read: (asked: Asked) => unknown) => unknown;

/** Adds a record in the transaction of a change, and answers it; undefined where nothing was made. */
export async function added<Answer>(sql: Sql, user: User, adding: Adding): Promise<Answer | undefined> {
  const [answer] = await sql<{ text: string }>`
    with asking as (select id, is_manager, unit from users where id = ${user.id}) ${partsOf(adding)}
    select text from answer`;
  return answer && (JSON.parse(answer.text) as Answer);
}

/** What the parameters of the statement are read from: what was sent, its input by its parts as well, and by whom. */
export type Asked = Omit<Sent, 'letGo'> & Sent['input'] & Bearer;
export type AddAtOnce = (asked: Asked) => Promise<RawJson | undefined>;

/**
 * Makes a whole change in one statement: it finds who asks by their session, sees that they may, counts what they spend,
 * adds the record and lays by its answer under the key. Answers undefined, with nothing made, where any of that stands in
 * the way: saying what is the matter, or finding the answer of the first time, is left to the steps one by one.
 * Going to the database and back is most of what a small change costs, and putting the statement together a good part
 * of the rest, so that is done beforehand (docs/bench.md).
 * What is answered throws what is no fault of the change's data: then it may have been made, as when a connection is lost.
 */
export function addingAtOnce(app: FastifyInstance, route: Route, adding: Adding): AddAtOnce {
  const prepare = (kept: Part) =>
    app.context.database.prepare(sqlTag`
      with ${allowed(app, route)} ${partsOf(adding)} ${kept}
      select (select text from answer) from made`);
  const withoutKey = prepare(empty);
  const withKey = prepare(keeping(route));

  return async (asked) => {
    try {
      const [made] = await (asked.key ? withKey : withoutKey)(asked);
      if (!made) return undefined;
      const [text] = made;
      if (typeof text !== 'string') throw new Error(`What ${route.path} made has no answer.`);
      return new RawJson(text);
    } catch (error) {
      if (failedWhole(error)) return undefined;
      throw error;
    }
  };
}

/** `asking`: who asks, if they may. */
function allowed(app: FastifyInstance, route: Route): Part {
  const able = sqlTag`
    select users.id, users.is_manager, users.unit from sessions join users on users.id = sessions.user_id
    where ${holds(OF_BEARER)} and not users.must_change_password`;
  if (route.who === 'manager') return sqlTag`asking as (${able} and users.is_manager)`;
  return sqlTag`
    able as (${able}),
    spent as (${spending(app, sqlTag`select id from able where not is_manager`)}),
    asking as (select * from able where is_manager or exists (select from spent))`;
}

function partsOf({ made, recorded, answer }: Adding): Part {
  return sqlTag`, made as (${made}) ${recorded ? sqlTag`, recorded as (${recorded})` : empty},
    answer as (select row_to_json(entry)::text as text from (${answer}) as entry)`;
}

import type { FastifyInstance } from 'fastify';
import sqlTag from 'sql-template-tag';
import { MOST_NOTES, type Note } from '../../../contract/notes/note.ts';
import { routes } from '../../../contract/routes.ts';
import { isoTimestamp } from '../../database/isoTimestamp.ts';
import { ApiError } from '../../http/apiError.ts';
import { registerRoute } from '../../http/registerRoute.ts';

const columns = sqlTag`note.id, note.user_id, note.unit_id, note.text, ${isoTimestamp(sqlTag`note.created_at`)} as created_at,
  author.first_name, author.last_name, note.reached, note.created_with`;

/** The routes of what management notes on people and homes. */
export function notes(app: FastifyInstance): void {
  registerRoute(
    app,
    routes.listNotes,
    ({ sql, query: { user = null, unit = null } }) => sql<Note>`
      select ${columns} from notes as note left join users as author on author.id = note.author_id
      where note.user_id = ${user}::integer or note.unit_id = ${unit}::integer
      order by note.created_at desc, note.id desc limit ${MOST_NOTES}`,
  );

  registerRoute(app, routes.addNote, async ({ sql, user, body, capturedAt, key }) => {
    const { user_id = null, unit_id = null, text } = body;
    const [note] = await sql<Note>`
      with note as (
        insert into notes (user_id, unit_id, text, author_id, created_at, created_with)
        select ${user_id}::integer, ${unit_id}::integer, ${text}, ${user.id}, ${capturedAt}, ${key ?? null}
        where exists (select from users where id = ${user_id}::integer) or exists (select from units where id = ${unit_id}::integer)
        returning *
      )
      select ${columns} from note join users as author on author.id = note.author_id`;
    if (!note) {
      throw new ApiError(404, unit_id === null ? 'There is no such person.' : 'There is no such unit.');
    }
    return note;
  });
}

import type { FastifyInstance } from 'fastify';
import sqlTag, { join } from 'sql-template-tag';
import type { NotificationChannel, NotificationKind } from '../../contract/notifications/notification.ts';
import { mustAddSecondFactor } from '../auth/secondFactor.ts';
import type { Sql } from '../database/database.ts';
import { openChannels } from './channels.ts';
import { whyWithheld } from './withheld.ts';

/** The channels by which a kind that nobody can switch off reaches people now, by their ids; none for those who are told in the app alone. */
export async function reachedBy(
  app: FastifyInstance,
  sql: Sql,
  { kind, people }: { kind: NotificationKind; people: readonly number[] },
): Promise<Map<number, NotificationChannel[]>> {
  const channels = openChannels(app);
  if (channels.length === 0) return new Map();
  const reaches = channels.map((each) => sqlTag`(channel.name = ${each.name} and (${each.reaches}))`);
  const withheld = whyWithheld({
    ...{ kind: sqlTag`${kind}::text`, about: sqlTag`null::text`, channel: sqlTag`channel.name` },
    mustAddFactor: mustAddSecondFactor(app.context.configuration),
  });
  const rows = await sql<{ id: number; reached: NotificationChannel[] }>`
    select users.id, json_agg(channel.name order by channel.name desc) as reached
    from users cross join jsonb_array_elements_text(${channels.map(({ name }) => name)}::jsonb) as channel(name)
    cross join (select '{}'::jsonb as data) as taken
    where users.id = any(${people}::integer[]) and (${join(reaches, ' or ')}) and ${withheld} is null
    group by users.id`;
  return new Map(rows.map(({ id, reached }) => [id, reached]));
}

import type { User } from '../../../contract/users/user.ts';
import { fullNameOf } from '../../../contract/users/user.ts';
import type { Sql } from '../../database/database.ts';
import { notify } from '../../notifications/notify.ts';
import { notifyManagers } from '../../notifications/notifyManagers.ts';
import type { OpenThread } from './openThread.ts';

interface Told extends Pick<OpenThread, 'uuid' | 'own_uuid' | 'user_id' | 'unit_id'> {
  /** The message's. */
  id: number;
  text: string;
}

/** Tells the other side of a message: managers, the person, or whoever lives in the home now. */
export async function notifyOfMessage(
  sql: Sql,
  author: User,
  { id, uuid, own_uuid, user_id, unit_id, text }: Told,
): Promise<void> {
  const about = `message:${id}` as const;
  if (!author.is_manager) {
    const data = { thread: uuid, name: fullNameOf(author), text };
    await notifyManagers(sql, author, { kind: 'message_to_answer', data, about });
    return;
  }
  const people = await sql<{ id: number }>`
    select id from users where id = ${user_id}::integer or unit = ${unit_id}::integer`;
  await notify(sql, {
    kind: 'message_received',
    to: people.map((person) => person.id),
    except: [author.id],
    about,
    data: { thread: own_uuid ?? uuid, text },
  });
}

import type { EntryNotice, EntryNoticeAnswer } from '../../../contract/entryNotices/entryNotice.ts';
import { entryTimeText } from '../../../contract/entryNotices/entryText.ts';
import { fullNameOf, type User } from '../../../contract/users/user.ts';
import type { Sql } from '../../database/database.ts';
import { notify } from '../../notifications/notify.ts';

/** Tells who lives in a home that somebody enters it; in an emergency at once, at night too. */
export async function notifyOfNotice(sql: Sql, author: User, notice: EntryNotice): Promise<void> {
  const people = await sql<{ id: number }>`
    select id from users where unit = ${notice.unit_id} and not is_manager`;
  await notify(sql, {
    kind: 'entry_notice',
    to: people.map(({ id }) => id),
    except: [author.id],
    about: `entry_notice:${notice.id}`,
    data: {
      ...{ time: entryTimeText(notice), purpose: notice.purpose, text: notice.text ?? '' },
      emergency: notice.short_notice === 'emergency',
    },
  });
}

/** Tells managers what a resident answered. */
export async function notifyOfAnswer(
  sql: Sql,
  author: User,
  notice: Pick<EntryNotice, 'id' | 'unit_id' | 'unit_number' | 'entry_on' | 'entry_from' | 'entry_to'>,
  { answer, text }: EntryNoticeAnswer,
): Promise<void> {
  const { unit_id, unit_number } = notice;
  await notify(sql, {
    ...{ kind: 'entry_answered', to: 'managers', except: [author.id] },
    data: {
      ...{ unit_id, unit_number, name: fullNameOf(author), time: entryTimeText(notice) },
      ...{ fine: answer === 'fine', text: text ?? '' },
    },
  });
}

import type { MaintenanceRequest } from '../../../contract/maintenance/maintenance.ts';
import type { RequestEvent } from '../../../contract/maintenance/requestEvents.ts';
import { visitText } from '../../../contract/maintenance/visitText.ts';
import { fullNameOf, type User } from '../../../contract/users/user.ts';
import type { Sql } from '../../database/database.ts';
import { notify } from '../../notifications/notify.ts';
import { notifyManagers } from '../../notifications/notifyManagers.ts';
import { aboutOf, concernedBy, dataOf, notifyReporter } from './notifyOfRequest.ts';

/** Tells the other side what somebody said or did about a request: `assignee` alone of management where a manager has taken it on. */
export async function notifyOfEvent(
  sql: Sql,
  author: User,
  request: MaintenanceRequest,
  event: Pick<RequestEvent, 'kind' | 'text' | 'visit_on' | 'visit_from' | 'visit_to' | 'visitor'>,
  assignee: number | null,
): Promise<void> {
  const { kind, text } = event;
  const about = aboutOf(request.id);
  const data = dataOf(request);
  if (!author.is_manager) {
    if (kind !== 'reply' && kind !== 'reopened') return;
    const told = { ...data, name: fullNameOf(author), text: text ?? '', reopened: kind === 'reopened' };
    const to = await activeManager(sql, assignee);
    await notifyManagers(sql, author, { kind: 'request_replied', data: told, about, to });
    return;
  }
  if (kind === 'done') await notifyReporter(sql, 'request_completed', author, request);
  if (kind === 'reopened') await notifyReporter(sql, 'request_answered', author, request);
  if (kind !== 'reply' && kind !== 'scheduled') return;
  const to = await concernedBy(sql, request);
  const except = [author.id];
  await notify(
    sql,
    kind === 'reply'
      ? { kind: 'request_reply', to, except, about, data: { ...data, text: text ?? '' } }
      : { kind: 'request_scheduled', to, except, about, data: { ...data, visit: visitText(event) } },
  );
}

/** Undefined where it is nobody, or nobody who would be told. */
async function activeManager(sql: Sql, id: number | null): Promise<number[] | undefined> {
  if (id === null) return undefined;
  const [manager] = await sql`select 1 from users where id = ${id} and is_manager and is_current_user`;
  return manager ? [id] : undefined;
}

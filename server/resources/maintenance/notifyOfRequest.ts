import type { MaintenanceRequest } from '../../../contract/maintenance/maintenance.ts';
import { isEmergency } from '../../../contract/maintenance/requestDetails.ts';
import { fullNameOf, type User } from '../../../contract/users/user.ts';
import { isNewcomer } from '../../auth/newcomers.ts';
import type { Sql } from '../../database/database.ts';
import { forget, retell } from '../../notifications/follow.ts';
import { notify, type NewNotification } from '../../notifications/notify.ts';
import { notifyManagers } from '../../notifications/notifyManagers.ts';

/** Who lives with a request: its reporter, and who lives in its unit where management reported it. */
export async function concernedBy(sql: Sql, { id }: MaintenanceRequest): Promise<number[]> {
  const people = await sql<{ id: number }>`
    select users.id from maintenance_requests as request join users
      on (users.id = request.user_id and not request.by_management)
      or (users.unit = request.unit_id and request.by_management)
    where request.id = ${id} and not users.is_manager`;
  return people.map((person) => person.id);
}

export const dataOf = ({ id, information, created_at }: MaintenanceRequest) => ({
  request_id: id,
  information,
  reported_at: created_at,
});
export const aboutOf = (id: number) => `maintenance:${id}` as const;

/**
 * Tells whom a new request concerns that it was received: also who sent it, since a phone may have sent it long after it was
 * written. Tells managers of one that a resident reported.
 */
export async function notifyOfReport(sql: Sql, author: User, request: MaintenanceRequest): Promise<void> {
  const about = aboutOf(request.id);
  const received = (to: readonly number[]): NewNotification => ({
    kind: 'request_received',
    to,
    data: dataOf(request),
    about,
  });
  if (author.is_manager) {
    await notify(sql, received(await concernedBy(sql, request)));
    return;
  }
  await notifyManagers(
    sql,
    author,
    {
      kind: 'request_new',
      data: {
        ...dataOf(request),
        name: fullNameOf(author),
        unit_number: request.unit_number,
        // Anybody can register, and nobody is woken by who did so alone.
        ...(isEmergency(request.urgency) && !isNewcomer(author) && { emergency: true }),
      },
      about,
    },
    // Nobody else lives with what a resident reports.
    received([author.id]),
  );
}

/** Tells whom a request concerns what somebody else did with it. */
export async function notifyReporter(
  sql: Sql,
  kind: 'request_answered' | 'request_completed',
  author: User,
  request: MaintenanceRequest,
): Promise<void> {
  if (!author.is_manager) return;
  await notify(sql, {
    kind,
    to: await concernedBy(sql, request),
    data: dataOf(request),
    except: [author.id],
    about: aboutOf(request.id),
  });
}

/** Has what was told of a request say what it says now. */
export async function retellRequest(sql: Sql, { id, information }: MaintenanceRequest): Promise<void> {
  await retell(sql, aboutOf(id), { information });
}

/** Takes back what was told of a request that is cancelled. */
export async function forgetRequest(sql: Sql, id: number): Promise<void> {
  await forget(sql, aboutOf(id));
}

import sqlTag, { type Sql as Part } from 'sql-template-tag';
import { MOST_TENANT_REMARKS, type InspectionRemark } from '../../../contract/inspections/inspection.ts';
import type { User } from '../../../contract/users/user.ts';
import { fullNameOf } from '../../../contract/users/user.ts';
import { dayText } from '../../../contract/values/calendar.ts';
import type { Sql } from '../../database/database.ts';
import { isoTimestamp } from '../../database/isoTimestamp.ts';
import { ApiError } from '../../http/apiError.ts';
import { notify } from '../../notifications/notify.ts';

interface NewRemark {
  id: string;
  author: User;
  text: string;
  /** When the device stored it: what was written in time counts, whenever it arrives. */
  capturedAt: Part;
  key: string | undefined;
  zone: string;
}

interface Remarked {
  unit_id: number;
  unit_number: string;
  kind: string;
  until: string;
  over: boolean;
  own: number;
}

/**
 * Adds a tenant's remark to an inspection of their lease, and tells management.
 * @throws {ApiError} 404, 409 `remarks_over` after its days, 409 after too many
 */
export async function addRemark(
  sql: Sql,
  { id, author, text, capturedAt, key, zone }: NewRemark,
): Promise<InspectionRemark> {
  // Whoever adds one waits for the inspection, so that no more are added than it may have.
  await sql`select from inspections where id = ${id}::uuid for update`;
  const [found] = await sql<Remarked>`
    select inspection.unit_id, units.unit_number, inspection.kind, remarks_until::text as until,
      (${capturedAt} at time zone ${zone})::date > remarks_until as over,
      (select count(*)::int from inspection_remarks where inspection_id = inspection.id and user_id = ${author.id}) as own
    from inspections as inspection join units on units.id = inspection.unit_id
    where inspection.id = ${id}::uuid and inspection.finalized_at is not null
      and inspection.lease_id in (select lease_id from lease_tenants where user_id = ${author.id})`;
  if (!found) throw new ApiError(404, 'There is no such inspection.');
  if (found.over) {
    throw new ApiError(409, `Remarks could be added until ${dayText(found.until)}.`, {
      code: 'remarks_over',
    });
  }
  if (found.own >= MOST_TENANT_REMARKS) {
    throw new ApiError(409, `You can add at most ${MOST_TENANT_REMARKS} remarks to an inspection.`);
  }
  const name = fullNameOf(author);
  const [remark] = await sql<InspectionRemark>`
    insert into inspection_remarks (inspection_id, user_id, name, text, created_at, created_with)
    values (${id}::uuid, ${author.id}, ${name}, ${text}, ${capturedAt}, ${key ?? null})
    returning id, inspection_id, text, name, ${isoTimestamp(sqlTag`created_at`)} as created_at, created_with`;
  if (!remark) throw new Error('The new remark was not returned.');
  await notify(sql, {
    ...{ kind: 'inspection_remarked', to: 'managers', except: [author.id] },
    data: { inspection_id: id, unit_id: found.unit_id, unit_number: found.unit_number, name, text },
  });
  return remark;
}

import sqlTag, { type Sql as Part } from 'sql-template-tag';
import {
  MOST_INSPECTIONS,
  MOST_OF_HOME,
  type Inspection,
  type InspectionRow,
} from '../../../contract/inspections/inspection.ts';
import { FIRST_TEMPLATE, type InspectionTemplate } from '../../../contract/inspections/template.ts';
import type { Sql } from '../../database/database.ts';
import { readPhotosOf } from '../../photos/namedPhotos.ts';
import type { PhotoUrls } from '../../photos/signedUrls.ts';
import { isoTimestamp } from '../../database/isoTimestamp.ts';

/** With which rooms inspections begin, and for how many days tenants may add remarks. */
export async function readTemplate(sql: Sql): Promise<InspectionTemplate> {
  const [template] = await sql<InspectionTemplate>`select remark_days, rooms from inspection_template`;
  return template ?? FIRST_TEMPLATE;
}

const inHome = sqlTag`
  inspections as inspection join units on units.id = inspection.unit_id
  join property_labels as properties on properties.id = units.property_id`;

const ofBoth = sqlTag`
  inspection.id, inspection.unit_id, units.unit_number, properties.property_name, inspection.lease_id, inspection.kind,
  inspection.day::text as day, ${isoTimestamp(sqlTag`inspection.finalized_at`)} as finalized_at`;

/** The latest inspections, without their rooms. */
export function listInspections(sql: Sql): Promise<InspectionRow[]> {
  return sql<InspectionRow>`
    select ${ofBoth},
      coalesce((
        select json_agg(users.first_name || ' ' || users.last_name order by tenant.position)
        from lease_tenants as tenant join users on users.id = tenant.user_id where tenant.lease_id = inspection.lease_id
      ), '[]') as tenants,
      coalesce((
        select json_agg(tenant.user_id order by tenant.position)
        from lease_tenants as tenant where tenant.lease_id = inspection.lease_id
      ), '[]') as tenant_ids,
      (select count(*)::int from inspection_remarks where inspection_id = inspection.id) as remarks
    from ${inHome} order by inspection.day desc, inspection.id limit ${MOST_INSPECTIONS}`;
}

/** The latest inspections (`inspection`) that meet a condition, with their rooms. */
export async function inspectionsWhere(sql: Sql, photoUrls: PhotoUrls, where: Part): Promise<Inspection[]> {
  const inspections = await sql<Inspection>`
    select ${ofBoth}, inspection.rooms, inspection.signatures, inspection.remarks_until::text as remarks_until,
      coalesce((
        select json_agg(json_build_object('id', remark.id, 'inspection_id', remark.inspection_id, 'text', remark.text,
          'name', remark.name, 'created_at', ${isoTimestamp(sqlTag`remark.created_at`)}, 'created_with', remark.created_with)
          order by remark.id)
        from inspection_remarks as remark where remark.inspection_id = inspection.id
      ), '[]') as remarks,
      inspection.version, inspection.copy
    from ${inHome} where ${where} order by inspection.day desc, inspection.id limit ${MOST_OF_HOME}`;
  const ids = inspections.map(({ id }) => id);
  const photosOf = await readPhotosOf(sql, photoUrls, { kind: 'inspection', ids });
  return inspections.map((inspection) => ({ ...inspection, ...photosOf(inspection.id) }));
}

export async function findInspection(
  sql: Sql,
  photoUrls: PhotoUrls,
  id: string,
): Promise<Inspection | undefined> {
  const [inspection] = await inspectionsWhere(sql, photoUrls, sqlTag`inspection.id = ${id}::uuid`);
  return inspection;
}

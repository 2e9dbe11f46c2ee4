import sqlTag, { type Sql as Part } from 'sql-template-tag';

/** A moment in the wire's form, such as `2026-05-01T08:00:00.000Z`, for JSON that the database builds. */
export function isoTimestamp(moment: Part): Part {
  return sqlTag`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

import type { MaintenanceRequest } from '../../../contract/maintenance/maintenance.ts';
import { photo, reportForm, type TestServer } from './server.ts';

interface Details {
  unit_id?: number;
  /** The colours of the photos. */
  photos?: string[];
  /** When it was reported and completed, ISO 8601. */
  created_at?: string;
  completed_at?: string;
}

/** Deletes all requests, so that each test starts with an empty list. */
export async function noRequests({ database: { sql } }: TestServer): Promise<void> {
  await sql`delete from photos`;
  await sql`delete from idempotency_keys`;
  await sql`delete from maintenance_requests`;
}

/** Reports a problem as this user by the API. */
export async function reported(
  server: TestServer,
  by: string,
  information: string,
  { unit_id, photos = [], created_at, completed_at }: Details = {},
): Promise<MaintenanceRequest> {
  const files: Record<string, Buffer> = {};
  for (const colour of photos) files[`${colour}.jpg`] = await photo(colour);
  const answer = await server.call('POST', '/maintenance', {
    as: await server.token(by),
    form: reportForm({ information, ...(unit_id ? { unit_id: String(unit_id) } : {}) }, files),
  });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  const request = answer.json<MaintenanceRequest>();
  const { sql } = server.database;
  if (created_at)
    await sql`update maintenance_requests set created_at = ${created_at} where id = ${request.id}`;
  if (completed_at) {
    await sql`
      update maintenance_requests set completed = true, completed_at = ${completed_at} where id = ${request.id}`;
  }
  return request;
}

/** Changes of a request by someone else, by the API. */
export async function meanwhile(
  server: TestServer,
  by: string,
  method: 'PUT' | 'DELETE',
  path: string,
  body?: object,
): Promise<void> {
  const answer = await server.call(method, path, { as: await server.token(by), ...(body ? { body } : {}) });
  if (answer.statusCode !== 200) throw new Error(answer.body);
}

/** The requests on the server, newest first. */
export async function onServer(server: TestServer): Promise<MaintenanceRequest[]> {
  const answer = await server.call('GET', '/maintenance', { as: await server.token('manager') });
  return answer.json<MaintenanceRequest[]>();
}

/** A JPEG as a `File`. */
export async function photoFile(name: string, colour = 'teal'): Promise<File> {
  return new File([new Uint8Array(await photo(colour))], name, { type: 'image/jpeg' });
}

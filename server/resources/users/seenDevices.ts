import type { FastifyRequest } from 'fastify';
import { deviceName } from '../../auth/deviceName.ts';
import type { Sql } from '../../database/database.ts';
import { notify } from '../../notifications/notify.ts';

/** Remembers the device of a sign-in, and tells its person of one that differs from all before. */
export async function noteDevice(sql: Sql, userId: number, request: FastifyRequest): Promise<void> {
  const device = deviceName(request.headers['user-agent']);
  const [noted] = await sql<{ is_first: boolean }>`
    insert into seen_devices (user_id, device) values (${userId}, ${device ?? ''})
    on conflict do nothing
    returning not exists (select from seen_devices where user_id = ${userId}) as is_first`;
  // With the first one the account begins, or what was before it is not known.
  if (!noted || noted.is_first) return;
  await notify(sql, { kind: 'new_sign_in', to: [userId], data: { device } });
}

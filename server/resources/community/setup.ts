import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Setup } from '../../../contract/community/setup.ts';
import { routes } from '../../../contract/routes.ts';
import type { User } from '../../../contract/users/user.ts';
import { withLinkLimit } from '../../auth/limits/linkLimit.ts';
import { hashPassword } from '../../auth/passwords.ts';
import { withSecondFactorDuty } from '../../auth/secondFactor.ts';
import { openSession } from '../../auth/sessions.ts';
import { takenError } from '../../auth/takenError.ts';
import { userColumns } from '../../auth/userColumns.ts';
import { refuseWeakPassword } from '../../auth/weakPasswords.ts';
import { hasManager } from '../../community/settings.ts';
import { recordAudit } from '../../database/auditLog.ts';
import type { Sql } from '../../database/database.ts';
import { ApiError } from '../../http/apiError.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { noteDevice } from '../../notifications/newSignIn.ts';
import { isSetupLink, useSetupLink } from './setupLink.ts';

/** The routes by which a new server is set up in the browser. Once there is a manager, they do nothing any more. */
export function setup(app: FastifyInstance): void {
  const { configuration, database, zone } = app.context;

  /** A worthless link is counted. @throws {ApiError} 404 for such a link, 410 where there is a manager, 429 */
  async function requireLink(request: FastifyRequest, token: string): Promise<void> {
    if (await hasManager(database.sql)) throw isSetUp();
    const isValid = await withLinkLimit(app, request, async () =>
      (await isSetupLink(database.sql, token)) ? true : undefined,
    );
    if (!isValid) throw worthless();
  }

  registerRoute(app, routes.readSetup, {
    prepare: ({ body, request }) => requireLink(request, body.token),
    handle: async () => ({ time_zone: configuration.namesZone ? zone.current() : null }),
  });

  registerRoute(app, routes.completeSetup, {
    prepare: async ({ body, request }) => {
      await requireLink(request, body.token);
      await refuseWeakPassword('password', body.password, body);
      return hashPassword(body.password);
    },
    handle: async ({ sql, body, prepared: password_hash, request, reply, afterCommit }) => {
      // What is used at the same moment waits here for the first one.
      if (!(await useSetupLink(sql, body.token))) {
        throw (await hasManager(sql)) ? isSetUp() : worthless();
      }
      if (await hasManager(sql)) throw isSetUp();
      const manager = await setUp(sql, body, password_hash);
      const keep = body.keep_signed_in ?? false;
      const sendDeviceCookie = await noteDevice(app, { sql, user_id: manager.id, keep, request, reply });
      const session = await openSession(app, { sql, user: manager, keep, request, reply });
      afterCommit(async () => {
        await zone.refresh();
        session.sendCookie();
        sendDeviceCookie();
      });
      return { user: withSecondFactorDuty(configuration, manager, false), token: session.token };
    },
  });
}

/** Stores the community, its first property and its first manager. */
async function setUp(sql: Sql, body: Setup, password_hash: string): Promise<User> {
  await sql`
    insert into community (name, time_zone) values (${body.communityName}, ${body.timeZone})
    on conflict (id) do update set name = excluded.name, time_zone = excluded.time_zone`;
  const [property] = await sql<{ id: number }>`
    insert into properties (property_name, address) values (${body.propertyName}, ${body.address}) returning id`;
  const manager = await insertManager(sql, body, password_hash);
  if (!property) throw new Error('The new property was not returned.');
  await recordAudit(sql, manager.id, [
    { subject: 'community', subject_id: 1, action: 'created' },
    { subject: 'property', subject_id: property.id, action: 'created' },
    { subject: 'user', subject_id: manager.id, action: 'created' },
  ]);
  return manager;
}

async function insertManager(sql: Sql, body: Setup, password_hash: string): Promise<User> {
  try {
    const [manager] = await sql<User>`
      with users as (
        insert into users (username, email, password_hash, first_name, last_name, is_manager)
        values (${body.username}, ${body.email}, ${password_hash}, ${body.firstName}, ${body.lastName}, true)
        returning *)
      select ${userColumns} from users left join units on units.id = users.unit`;
    if (!manager) throw new Error('The new manager was not returned.');
    return manager;
  } catch (error) {
    throw takenError(error);
  }
}

function isSetUp(): ApiError {
  return new ApiError(410, 'This community is set up already. Please sign in.', { code: 'set_up' });
}

function worthless(): ApiError {
  return new ApiError(404, 'This link is no longer valid. Start the server again: its log shows a new one.', {
    code: 'worthless_link',
  });
}

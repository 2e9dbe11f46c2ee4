import type { FastifyInstance } from 'fastify';
import type { Community } from '../../../contract/community/community.ts';
import { routes } from '../../../contract/routes.ts';
import { hasManager, readSettings, type CommunitySettings } from '../../community/settings.ts';
import { changesOf, recordAudit } from '../../database/auditLog.ts';
import type { Sql } from '../../database/database.ts';
import { fieldError } from '../../http/apiError.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { processLogo } from '../../photos/process.ts';
import { PhotoRejected } from '../../photos/photoRejected.ts';

/** The routes of the community's name, logo and contact. */
export function community(app: FastifyInstance): void {
  const { configuration, zone } = app.context;

  async function answer(sql: Sql): Promise<Community> {
    return {
      ...(await readSettings(sql)),
      time_zone: zone.current(),
      sends_mail: configuration.mail !== undefined,
      is_set_up: await hasManager(sql),
    };
  }

  registerRoute(app, routes.readCommunity, ({ sql }) => answer(sql));

  registerRoute(app, routes.updateCommunity, {
    prepare: async ({ body }) => (body.logo ? smallLogo(body.logo) : body.logo),
    handle: async ({ sql, user, body, prepared: logo }) => {
      // Locked, so that two managers who change different settings at the same moment keep both.
      await sql`lock table community in share row exclusive mode`;
      const before = await readSettings(sql);
      const given = Object.fromEntries(
        Object.entries({ ...body, logo }).filter(([, value]) => value !== undefined),
      );
      const after: CommunitySettings = { ...before, ...given };
      await sql`
          insert into community (name, phone_number, emergency_number, entry_notice_hours, email, address, logo)
          values (${after.name}, ${after.phone_number}, ${after.emergency_number ?? null}, ${after.entry_notice_hours ?? null}, ${after.email}, ${after.address}, ${after.logo})
          on conflict (id) do update set name = excluded.name, phone_number = excluded.phone_number,
            emergency_number = excluded.emergency_number, entry_notice_hours = excluded.entry_notice_hours,
            email = excluded.email, address = excluded.address, logo = excluded.logo`;
      const changes = changesOf(
        ['name', 'phone_number', 'emergency_number', 'entry_notice_hours', 'email', 'address', 'logo'],
        recorded(before),
        recorded(after),
      );
      // The record of changes says that there is another logo, not what it looks like.
      if (before.logo !== after.logo && changes.logo === undefined) {
        changes.logo = { before: 'a picture', after: 'another picture' };
      }
      await recordAudit(sql, user.id, [{ subject: 'community', subject_id: 1, action: 'changed', changes }]);
      return answer(sql);
    },
  });
}

function recorded({ logo, ...settings }: CommunitySettings): CommunitySettings {
  return { ...settings, logo: logo && 'a picture' };
}

/** @throws {ApiError} with a message at the field, for what is no picture */
async function smallLogo(dataUrl: string): Promise<string> {
  const bytes = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
  try {
    const png = await processLogo(bytes, 'The picture');
    return `data:image/png;base64,${png.toString('base64')}`;
  } catch (error) {
    if (error instanceof PhotoRejected) throw fieldError(400, 'logo', error.message);
    throw error;
  }
}

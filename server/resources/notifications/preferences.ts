import type { FastifyInstance } from 'fastify';
import {
  MANDATORY_REASONS,
  NOTIFICATION_CHANNELS,
  NOTIFICATION_KINDS,
  notificationRules,
  QUIET_HOURS,
  type NotificationChannel,
  type NotificationPreferences,
  type NotificationPreferencesUpdate,
} from '../../../contract/notifications/notification.ts';
import { routes } from '../../../contract/routes.ts';
import type { Sql } from '../../database/database.ts';
import { ApiError } from '../../http/apiError.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { openChannels } from '../../notifications/channels.ts';

type Role = 'resident' | 'manager' | 'everyone';

interface Choice {
  kind: string;
  channel: NotificationChannel;
  /** Null is the default again. */
  wanted: boolean | null;
}

/** The routes of what people choose to be told of, and of the community’s defaults. */
export function notificationPreferences(app: FastifyInstance): void {
  const channels = openChannels(app).map(({ name }) => name);
  const { zone } = app.context;

  const readOwn = async (sql: Sql, user: { id: number; is_manager: boolean }) =>
    preferencesOf(
      user.is_manager ? ['manager', 'everyone'] : ['resident', 'everyone'],
      await sql<Choice>`
        select kind, channel, wanted from notification_preferences where user_id = ${user.id}`,
      await sql<Choice>`select kind, channel, wanted from notification_defaults`,
    );
  const readDefaults = async (sql: Sql) =>
    preferencesOf(
      ['resident', 'manager', 'everyone'],
      await sql<Choice>`select kind, channel, wanted from notification_defaults`,
    );

  function preferencesOf(
    roles: Role[],
    chosen: readonly Choice[],
    defaults: readonly Choice[] = [],
  ): NotificationPreferences {
    const own = choicesByName(chosen);
    const byCommunity = choicesByName(defaults);
    const kinds = Object.keys(NOTIFICATION_KINDS).flatMap((kind) => {
      const rules = notificationRules(kind);
      if (!rules?.listed || !roles.includes(rules.audience)) return [];
      const wants = (channel: NotificationChannel) => {
        const byDefault = rules[channel];
        const name = nameOf({ kind, channel });
        return byDefault === null || rules.mandatory
          ? byDefault
          : (own.get(name) ?? byCommunity.get(name) ?? byDefault);
      };
      const { label, mandatory = null } = rules;
      const ownChannels = NOTIFICATION_CHANNELS.filter(
        (channel) => !mandatory && rules[channel] !== null && own.has(nameOf({ kind, channel })),
      );
      return [{ kind, label, mandatory, push: wants('push'), email: wants('email'), own: ownChannels }];
    });
    return { kinds, channels, quiet_hours: { ...QUIET_HOURS, time_zone: zone.current() } };
  }

  registerRoute(app, routes.readNotificationPreferences, ({ sql, user }) => readOwn(sql, user));

  registerRoute(app, routes.updateNotificationPreferences, async ({ sql, user, body }) => {
    const choices = choicesOf(body);
    await sql`
      delete from notification_preferences as chosen
      using jsonb_to_recordset(${choices}::jsonb) as choice(kind text, channel text)
      where chosen.user_id = ${user.id} and chosen.kind = choice.kind and chosen.channel = choice.channel`;
    await sql`
      insert into notification_preferences (user_id, kind, channel, wanted)
      select distinct on (kind, channel) ${user.id}::int, kind, channel, wanted
      from jsonb_to_recordset(${choices}::jsonb) as choice(kind text, channel text, wanted boolean)
      where wanted is not null
      on conflict (user_id, kind, channel) do update set wanted = excluded.wanted`;
    return readOwn(sql, user);
  });

  registerRoute(app, routes.readNotificationDefaults, ({ sql }) => readDefaults(sql));

  registerRoute(app, routes.updateNotificationDefaults, async ({ sql, body }) => {
    const choices = choicesOf(body);
    await sql`
      delete from notification_defaults as chosen
      using jsonb_to_recordset(${choices}::jsonb) as choice(kind text, channel text)
      where chosen.kind = choice.kind and chosen.channel = choice.channel`;
    await sql`
      insert into notification_defaults (kind, channel, wanted)
      select distinct on (kind, channel) kind, channel, wanted
      from jsonb_to_recordset(${choices}::jsonb) as choice(kind text, channel text, wanted boolean)
      where wanted is not null
      on conflict (kind, channel) do update set wanted = excluded.wanted`;
    return readDefaults(sql);
  });
}

function nameOf({ kind, channel }: Pick<Choice, 'kind' | 'channel'>): string {
  return `${kind} ${channel}`;
}

function choicesByName(choices: readonly Choice[]): Map<string, boolean | null> {
  return new Map(choices.map((choice) => [nameOf(choice), choice.wanted]));
}

/** @throws {ApiError} 409 for switching off what is mandatory */
function choicesOf({ kinds }: NotificationPreferencesUpdate): Choice[] {
  return kinds.flatMap(({ kind, ...wanted }) => {
    const rules = notificationRules(kind);
    return NOTIFICATION_CHANNELS.flatMap((channel) => {
      const choice = wanted[channel];
      if (choice === undefined || !rules || rules[channel] === null) return [];
      if (rules.mandatory) {
        if (choice !== false) return [];
        const message = `“${rules.label}” cannot be switched off: ${MANDATORY_REASONS[rules.mandatory]}.`;
        throw new ApiError(409, message, { code: 'mandatory' });
      }
      return [{ kind, channel, wanted: choice }];
    });
  });
}

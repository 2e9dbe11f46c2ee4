import type { FastifyInstance } from 'fastify';
import type { Autopay } from '../../../../contract/payments/autopay.ts';
import { routes } from '../../../../contract/routes.ts';
import type { User } from '../../../../contract/users/user.ts';
import { changesQuota, reportQuota } from '../../../auth/limits/limits.ts';
import { spendQuotaAtOnce } from '../../../auth/limits/rateLimits.ts';
import type { Sql } from '../../../database/database.ts';
import { ApiError } from '../../../http/apiError.ts';
import { registerRoute } from '../../../http/registerRoute.ts';
import { readAutopay, readUserAutopay } from './queries.ts';
import { beginSetup, readSetup, recordSetup } from './setups.ts';
import { openCardProvider, providerError, unavailable, type CardProvider } from '../cardProvider.ts';
import { closeOwnSetups } from './closeSetups.ts';

/** The routes of autopay. The browser sends card and account numbers to the provider, never to this server. */
export function autopay(app: FastifyInstance): void {
  const provider = openCardProvider(app);
  const { database, configuration } = app.context;
  const read = (sql: Sql, userId: number): Promise<Autopay> =>
    readAutopay(sql, userId, { zone: app.context.zone.current(), available: provider !== undefined });

  /** Asks the provider for something, which counts as a change of the user; its failures are answered with 503. */
  async function asking<T>(user: User, work: (provider: CardProvider) => Promise<T>): Promise<T> {
    if (!provider) throw unavailable();
    await spendQuotaAtOnce(database, user, changesQuota(configuration, user));
    try {
      return await work(provider);
    } catch (error) {
      throw providerError(provider, error);
    }
  }

  registerRoute(app, routes.readAutopay, ({ sql, user }) => read(sql, user.id));

  // No transaction may stay open while the provider is called.
  registerRoute(
    app,
    routes.beginAutopay,
    ({ user, body, changeId }) =>
      asking(user, async (by) => {
        // Strangers who register must not find out which of many stolen cards still work.
        await spendQuotaAtOnce(database, user, reportQuota(user));
        return beginSetup(by, { id: changeId, userId: user.id }, body);
      }),
    { transaction: 'steps' },
  );

  registerRoute(
    app,
    routes.finishAutopay,
    ({ user }) =>
      asking(user, async (by) => {
        const [open] = await database.sql<{ stripe_id: string }>`
          select stripe_id from autopay_setups
          where user_id = ${user.id} and status = 'begun' and stripe_id is not null`;
        const setup = open && (await readSetup(by, open.stripe_id));
        if (setup) await database.transaction((sql) => recordSetup(sql, setup));
        // Another method may have been in its place.
        await closeOwnSetups(by, user.id);
        return read(database.sql, user.id);
      }),
    { transaction: 'steps' },
  );

  registerRoute(app, routes.updateAutopay, async ({ sql, user, body }) => {
    const [current] = await sql<{ paused_reason: string | null }>`
      select paused_reason from autopay where user_id = ${user.id} for update`;
    if (!current) throw new ApiError(409, 'Autopay is off.', { code: 'autopay_off' });
    if (body.resume && current.paused_reason === 'method_removed') {
      throw new ApiError(
        409,
        'The card or bank account cannot be charged any more. Please store another one.',
        {
          code: 'method_removed',
        },
      );
    }
    const { charge_day, max_amount, resume = false } = body;
    const moved = charge_day !== undefined;
    // A charge that nobody was told of three days before must not follow from a change.
    await sql`
      update autopay set charge_day = case when ${moved}::boolean then ${charge_day ?? null}::int else charge_day end,
        max_amount = coalesce(${max_amount ?? null}, max_amount),
        since = case when ${resume}::boolean or (${moved}::boolean and charge_day is distinct from ${charge_day ?? null}::int)
          then now() else since end,
        paused_reason = case when ${resume}::boolean then null else paused_reason end,
        paused_at = case when ${resume}::boolean then null else paused_at end
      where user_id = ${user.id}`;
    return read(sql, user.id);
  });

  registerRoute(
    app,
    routes.stopAutopay,
    async ({ user }) => {
      await database.transaction(async (sql) => {
        await sql`delete from autopay where user_id = ${user.id}`;
        await sql`update autopay_setups set status = 'canceled' where user_id = ${user.id} and status = 'begun'`;
      });
      // It is stopped already; what the provider still has is removed by the job if it cannot be reached now.
      if (provider) {
        await closeOwnSetups(provider, user.id).catch((error: unknown) => {
          app.log.warn(error, 'a stored card or bank account is removed later');
        });
      }
      return read(database.sql, user.id);
    },
    { transaction: 'steps' },
  );

  registerRoute(app, routes.readUserAutopay, async ({ sql, params }) => {
    const found = await readUserAutopay(sql, params.id);
    if (!found) throw new ApiError(404, 'There is no such user.');
    return found;
  });
}

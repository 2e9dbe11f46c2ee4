import type { FastifyInstance } from 'fastify';
import sqlTag from 'sql-template-tag';
import { routes } from '../../../contract/routes.ts';
import type { SecondFactor } from '../../../contract/sessions/secondFactor.ts';
import {
  lockSecondFactor,
  makeRecoveryCodes,
  readCode,
  removeSecondFactor,
  saveRecoveryCodes,
  startSecondFactor,
  useCode,
} from '../../auth/secondFactor.ts';
import { codeLimit } from '../../auth/limits/limits.ts';
import { replaceSessions } from '../../auth/sessions.ts';
import { recordAudit } from '../../database/auditLog.ts';
import type { Sql } from '../../database/database.ts';
import { isoTimestamp } from '../../database/isoTimestamp.ts';
import { ApiError } from '../../http/apiError.ts';
import { refuseFullDisk } from '../../http/answers/errorHandler.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { checkOwnPassword, ownLimits, type Caller } from './ownPassword.ts';

// A wrong code is counted, under the lock that it is compared under, even though the call is refused.
const OPTIONS = { transaction: 'none' } as const;

/** The routes by which managers turn their second factor on and off. */
export function secondFactor(app: FastifyInstance): void {
  const { configuration } = app.context;

  registerRoute(app, routes.readSecondFactor, async ({ sql, user }) => {
    const [factor] = await sql<Omit<SecondFactor, 'required'>>`
      select ${isoTimestamp(sqlTag`confirmed_at`)} as on_since,
        (select count(*) from recovery_codes where user_id = ${user.id}) as recovery_codes_left
      from second_factors where user_id = ${user.id} and confirmed_at is not null`;
    const required = configuration.MANAGER_SECOND_FACTOR === 'required';
    return { ...(factor ?? { on_since: null, recovery_codes_left: 0 }), required };
  });

  registerRoute(app, routes.startSecondFactor, {
    prepare: ({ user, sessionId, body, request }) =>
      checkOwnPassword(app, { user, sessionId, request }, body.current_password),
    handle: async ({ sql, user }) => {
      const started = await startSecondFactor(sql, user);
      if (!started) throw isOn();
      return started;
    },
  });

  registerRoute(
    app,
    routes.confirmSecondFactor,
    async ({ user, sessionId, body, request, reply }) => {
      refuseFullDisk(app.context);
      const recovery = await makeRecoveryCodes();
      const typed = { typed: body.code, on: false };
      const session = await withCode(app, { user, sessionId, request }, typed, async (sql) => {
        await sql`update second_factors set confirmed_at = now() where user_id = ${user.id}`;
        await saveRecoveryCodes(sql, user.id, recovery);
        await recordAudit(sql, user.id, [{ subject: 'user', subject_id: user.id, action: 'turned on' }]);
        return replaceSessions(app, { sql, session: { id: sessionId, user }, request, reply });
      });
      session.sendCookie();
      return { recovery_codes: recovery.codes, token: session.token };
    },
    OPTIONS,
  );

  registerRoute(
    app,
    routes.renewRecoveryCodes,
    async ({ user, sessionId, body, request }) => {
      await checkOwnPassword(app, { user, sessionId, request }, body.current_password);
      const recovery = await makeRecoveryCodes();
      await withCode(app, { user, sessionId, request }, { typed: body.code, on: true }, async (sql) => {
        await saveRecoveryCodes(sql, user.id, recovery);
        await recordAudit(sql, user.id, [{ subject: 'user', subject_id: user.id, action: 'renewed' }]);
      });
      return { recovery_codes: recovery.codes };
    },
    OPTIONS,
  );

  registerRoute(
    app,
    routes.removeSecondFactor,
    async ({ user, sessionId, body, request, reply }) => {
      await checkOwnPassword(app, { user, sessionId, request }, body.current_password);
      const session = await withCode(
        app,
        { user, sessionId, request },
        { typed: body.code, on: true },
        async (sql) => {
          await removeSecondFactor(sql, user.id);
          await recordAudit(sql, user.id, [{ subject: 'user', subject_id: user.id, action: 'turned off' }]);
          return replaceSessions(app, { sql, session: { id: sessionId, user }, request, reply });
        },
      );
      session.sendCookie();
      return { message: 'Your second factor is off.', token: session.token };
    },
    OPTIONS,
  );
}

/**
 * Uses up a code of the caller's second factor and does the work, in one transaction.
 * @throws {ApiError} 400 for a wrong code, which is counted, 409 for a second factor that is not as `on` says, or 429
 */
async function withCode<T>(
  app: FastifyInstance,
  caller: Caller,
  { typed, on }: { typed: string; on: boolean },
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  const { database } = app.context;
  const { id } = caller.user;
  const limits = [...ownLimits(app, caller), codeLimit(id)];
  const code = await readCode(database.sql, id, typed);
  const outcome = await database.transaction(async (sql) => {
    const factor = await lockSecondFactor(sql, id);
    if (!factor) throw new ApiError(409, 'There is no second factor. Please set it up from the start.');
    if (factor.is_on !== on) throw on ? new ApiError(409, 'Your second factor is off.') : isOn();
    const refusal = await useCode(sql, factor, { code, limits });
    return refusal ? { refusal } : { done: await work(sql) };
  });
  if (outcome.refusal !== undefined) {
    throw new ApiError(400, outcome.refusal, { code: 'wrong_code', fields: { code: outcome.refusal } });
  }
  return outcome.done;
}

function isOn(): ApiError {
  return new ApiError(
    409,
    'Your second factor is on already. If you did not see its recovery codes, get new ones.',
  );
}

import type { FastifyInstance } from 'fastify';
import { cleanUsername } from '../../../contract/values/cleanText.ts';
import { SECOND_FACTOR_REQUIRED } from '../../../contract/users/refusalCodes.ts';
import type { User } from '../../../contract/users/user.ts';
import { codeLimit, signInLimits, unknownAccount } from '../../auth/limits/limits.ts';
import { refuseOverLimit, settleAttempt } from '../../auth/limits/rateLimits.ts';
import { ApiError } from '../../http/apiError.ts';
import { routes } from '../../../contract/routes.ts';
import { verifyPassword } from '../../auth/passwords.ts';
import { refuseFullDisk } from '../../http/answers/errorHandler.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { lockSecondFactor, readCode, useCode, withSecondFactorDuty } from '../../auth/secondFactor.ts';
import { authenticate, findCookieSession } from '../../auth/findSession.ts';
import { endSession, openSession, renewSession } from '../../auth/sessions.ts';
import { noteDevice } from '../../notifications/newSignIn.ts';
import { userColumns } from '../../auth/userColumns.ts';

/** The routes of sessions: signing in, going on and signing out. */
export function signIn(app: FastifyInstance): void {
  const { configuration, database } = app.context;

  registerRoute(
    app,
    routes.login,
    async ({ body, request, reply }) => {
      // What cannot be counted must not be guessed.
      refuseFullDisk(app.context);
      const { sql } = database;
      const [account] = await sql<User & { password_hash: string; expired: boolean | null }>`
        select ${userColumns}, users.password_hash, users.one_time_until < now() as expired
        from users left join units on units.id = users.unit
        where lower(users.username) in (lower(${cleanUsername(body.username)}), lower(${body.username}))
          and users.is_current_user
        -- Somebody of an older version may be called exactly what was typed.
        order by lower(users.username) = lower(${body.username}) desc limit 1`;
      request.userId = account?.id;
      const device = await findCookieSession(app, request);
      const limits = signInLimits(configuration, request, {
        // By account id, since one account can be typed in several ways, such as with capitals.
        account: account ? `#${account.id}` : unknownAccount(body.username),
        device: account && device?.user.id === account.id ? device.id : undefined,
      });
      await refuseOverLimit(sql, limits);
      const right = await verifyPassword(body.password, account?.password_hash);
      await settleAttempt(sql, limits, { right });
      if (!account || !right) throw wrongCredentials();
      const { password_hash, expired, ...user } = account;
      // Only someone who has the password is told that it expired.
      if (expired) {
        throw new ApiError(401, 'This one-time password has expired. Ask management for a new one.', {
          code: 'one_time_expired',
        });
      }
      const code = body.code ? await readCode(sql, user.id, body.code) : undefined;
      const codeLimits = [...limits, codeLimit(user.id)];
      const outcome = await database.transaction(async (sql) => {
        const factor = await lockSecondFactor(sql, user.id);
        const [unchanged] = await sql`
          select 1 from users where id = ${user.id} and password_hash = ${password_hash} and is_current_user`;
        // The password was changed, or the account deactivated, since they were read.
        if (!unchanged) throw wrongCredentials();
        const hasFactor = factor?.is_on ?? false;
        if (factor && hasFactor) {
          if (!code) throw codeRequired();
          const refusal = await useCode(sql, factor, { code, limits: codeLimits });
          if (refusal) return { refusal };
        }
        const signedIn = withSecondFactorDuty(configuration, user, hasFactor);
        const keep = body.keep_signed_in ?? false;
        const sendDeviceCookie = await noteDevice(app, { sql, user_id: user.id, keep, request, reply });
        const session = await openSession(app, { sql, user, keep, request, reply });
        return { user: signedIn, session, sendDeviceCookie };
      });
      if (outcome.refusal !== undefined) throw refusedCode('wrong_code', outcome.refusal);
      const { token, sendCookie } = outcome.session;
      sendCookie();
      outcome.sendDeviceCookie();
      return { user: outcome.user, token };
    },
    // A wrong code is counted, under the lock that it is compared under, even though the sign-in is refused.
    { transaction: 'none' },
  );

  // On a full disk the session is not renewed and its token is, for which no transaction may have failed.
  registerRoute(app, routes.refresh, ({ request, reply }) => renewSession(app, request, reply), {
    transaction: 'none',
  });

  registerRoute(app, routes.logout, {
    prepare: ({ request }) => authenticate(app, request),
    handle: async ({ sql, prepared: session, request, reply, afterCommit }) => {
      afterCommit(await endSession(app, { sql, session, request, reply }));
      return { message: 'You are signed out.' };
    },
  });
}

function wrongCredentials(): ApiError {
  return new ApiError(401, 'Invalid username or password.', { code: 'wrong_credentials' });
}

function codeRequired(): ApiError {
  return refusedCode(
    SECOND_FACTOR_REQUIRED,
    'Please enter the code of your authenticator app, or a recovery code.',
  );
}

function refusedCode(code: string, message: string): ApiError {
  return new ApiError(401, message, { code, fields: { code: message } });
}

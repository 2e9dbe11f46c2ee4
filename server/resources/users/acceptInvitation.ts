import type { FastifyInstance, FastifyRequest } from 'fastify';
import sqlTag from 'sql-template-tag';
import { BROKEN_LINK } from '../../../contract/users/linkToken.ts';
import { INVITATION_DAYS, type OpenedInvitation } from '../../../contract/users/invitation.ts';
import type { Body } from '../../../contract/http/route.ts';
import { routes, type Routes } from '../../../contract/routes.ts';
import type { User } from '../../../contract/users/user.ts';
import { withLinkLimit } from '../../auth/limits/linkLimit.ts';
import { hashPassword } from '../../auth/passwords.ts';
import { withSecondFactorDuty } from '../../auth/secondFactor.ts';
import { openSession } from '../../auth/sessions.ts';
import { takenError } from '../../auth/takenError.ts';
import { userColumns } from '../../auth/userColumns.ts';
import { refuseWeakPassword } from '../../auth/weakPasswords.ts';
import type { Sql } from '../../database/database.ts';
import { ApiError, fieldError } from '../../http/apiError.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { noteDevice } from '../../notifications/newSignIn.ts';
import { claimOf, notifyOfClaim } from './claims.ts';
import { invitationHolds } from './invitations.ts';
import { findLockedUser } from './managers.ts';
import { recordAccountChange } from './userAudit.ts';

type Acceptance = Body<Routes['acceptInvitation']>;

/** The routes of somebody who was invited: they choose a username and a password of their own, and are signed in. */
export function acceptInvitation(app: FastifyInstance): void {
  const { configuration, database, linkTokens } = app.context;

  /**
   * Whom a link invites.
   * @throws {ApiError} 404 for a link that was not made here, 410 for one that is no longer valid, 429 after too many failures
   */
  async function open(request: FastifyRequest, token: string): Promise<Invited> {
    const opened = await withLinkLimit(app, request, async () => {
      const invitation = await linkTokens.read('invitation', token);
      return invitation && { person: await findInvited(database.sql, invitation) };
    });
    if (!opened) throw new ApiError(404, BROKEN_LINK, { code: 'worthless_link' });
    if (!opened.person) throw gone();
    return opened.person;
  }

  registerRoute(app, routes.readInvitation, {
    prepare: ({ body, request }) => open(request, body.token),
    handle: async ({ prepared: person }) => person,
  });

  registerRoute(app, routes.acceptInvitation, {
    prepare: async ({ body, request }) => {
      const { invitation, ...person } = await open(request, body.token);
      const { first_name: firstName, last_name: lastName, email, phone } = person;
      const owner = { username: body.username, firstName, lastName, email, phone };
      await refuseWeakPassword('password', body.password, owner);
      return { invitation, password_hash: await hashPassword(body.password) };
    },
    handle: async ({ sql, body, prepared: { invitation, password_hash }, request, reply, afterCommit }) => {
      // What is used at the same moment waits here for the first one, and then finds that it is no longer valid.
      const before = await findLockedUser(
        sql,
        sqlTag`users.invitation = ${invitation} and ${invitationHolds}`,
      );
      if (!before) throw gone();
      const after = await accept(sql, before, { ...body, password_hash });
      await recordAccountChange(sql, after.id, before, after);
      await notifyOfClaim(sql, after);
      const keep = body.keep_signed_in ?? false;
      const sendDeviceCookie = await noteDevice(app, { sql, user_id: after.id, keep, request, reply });
      const session = await openSession(app, { sql, user: after, keep, request, reply });
      afterCommit(() => {
        session.sendCookie();
        sendDeviceCookie();
      });
      return { user: withSecondFactorDuty(configuration, after, false), token: session.token };
    },
  });
}

interface Invited extends OpenedInvitation {
  email: string;
  phone: string | null;
  invitation: string;
}

async function findInvited(sql: Sql, invitation: string): Promise<Invited | undefined> {
  const [person] = await sql<Invited>`
    select users.first_name, users.last_name, users.username, users.email, users.phone, users.invitation, units.unit_number,
      properties.property_name
    from users left join units on units.id = users.unit
    left join property_labels as properties on properties.id = units.property_id
    where users.invitation = ${invitation} and ${invitationHolds}`;
  return person;
}

/** Gives an invited person their username and password; who does not live in the unit leaves it. */
async function accept(
  sql: Sql,
  before: User,
  { username, password_hash, unit_is_right, unit: number }: Acceptance & { password_hash: string },
): Promise<User> {
  if (before.unit !== null && unit_is_right === undefined) {
    throw fieldError(400, 'unit_is_right', 'Please say whether this is your unit.');
  }
  const stays = before.unit !== null && unit_is_right === true;
  const unit_claim = stays ? null : await claimOf(sql, number);
  try {
    const [user] = await sql<User>`
      with users as (
        update users set username = ${username}, password_hash = ${password_hash}, has_password = true,
          unit = ${stays ? before.unit : null}, unit_claim = ${unit_claim}
        where id = ${before.id} returning *)
      select ${userColumns} from users left join units on units.id = users.unit`;
    if (!user) throw new Error(`User ${before.id} was locked and is not there.`);
    return user;
  } catch (error) {
    throw takenError(error);
  }
}

function gone(): ApiError {
  return new ApiError(
    410,
    `This invitation is no longer valid. It can be used once, within ${INVITATION_DAYS} days, and a new one replaces it. ` +
      'If you have chosen a password, sign in. Otherwise ask your management for a new invitation.',
    { code: 'gone' },
  );
}

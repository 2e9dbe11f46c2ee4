import type { FastifyInstance } from 'fastify';
import sqlTag, { type Sql as Part } from 'sql-template-tag';
import {
  INVITATION_CHANGED,
  INVITATION_DAYS,
  type Invitation,
  type InvitationChanged,
  type LaterInvitation,
} from '../../../contract/users/invitation.ts';
import { routes } from '../../../contract/routes.ts';
import { fullNameOf } from '../../../contract/users/user.ts';
import { communityName } from '../../community/settings.ts';
import { recordAudit } from '../../database/auditLog.ts';
import type { Sql } from '../../database/database.ts';
import { isoTimestamp } from '../../database/isoTimestamp.ts';
import { ApiError, fieldError } from '../../http/apiError.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { notify } from '../../notifications/notify.ts';
import { accessOf, isAccessChanged, lockedStanding } from './access/lockedStanding.ts';
import { createPeople } from './newPeople.ts';

/** Of a row of `users`, whether its invitation is valid. */
export const invitationHolds = sqlTag`users.invitation is not null and not users.has_password
  and users.is_current_user and users.invited_at > now() - make_interval(days => ${INVITATION_DAYS})`;

/** The routes by which management enters people and invites them to choose a password. */
export function invitations(app: FastifyInstance): void {
  const { configuration, linkTokens } = app.context;

  registerRoute(app, routes.createPerson, async ({ sql, user, body }) => {
    const unit = body.unit ?? null;
    if (unit !== null && !(await sql`select 1 from units where id = ${unit}`)[0]) {
      throw fieldError(400, 'unit', 'There is no such unit.');
    }
    const { firstName, lastName, email = null, phone = null } = body;
    const [created] = await createPeople(sql, user.id, [{ firstName, lastName, email, phone, unit }]);
    if (!created) throw new Error('The new person was not returned.');
    if (body.invite) {
      await makeInvitations(sql, user.id, { ids: [created.id], byEmail: configuration.mail !== undefined });
    }
    return created;
  });

  registerRoute(app, routes.invite, async ({ sql, user, body }) => {
    const ids = [...new Set(body.user_ids)];
    if (body.by_email && !configuration.mail) throw noMail();
    await refuseUninvitable(sql, ids);
    const valid = await makeInvitations(sql, user.id, { ids, byEmail: body.by_email });
    return valid.map(({ invitation, ...one }) => ({
      ...one,
      token: linkTokens.make('invitation', invitation),
      mailed: body.by_email && one.email !== '',
    }));
  });

  registerRoute(app, routes.invitePerson, async ({ sql, user, params: { id }, body, capturedAt }) => {
    await refuseUninvitable(sql, [id]);
    const [stands] = await invitationOf(sql, id);
    // Somebody else made one meanwhile, which may be on paper already.
    if (stands && body.invited_at !== undefined && body.invited_at !== stands.invited_at) {
      return { ...stands, mailed: false };
    }
    await refuseChanged(sql, id, body, capturedAt);
    const byEmail = body.by_email && configuration.mail !== undefined;
    const [made] = await makeInvitations(sql, user.id, { ids: [id], byEmail });
    const [invited] = await invitationOf(sql, id);
    if (!made || !invited) throw new Error('The invitation was not returned.');
    return { ...invited, mailed: byEmail && made.email !== '' };
  });

  registerRoute(app, routes.listInvitations, async ({ sql }) =>
    (await validInvitations(sql)).map(({ invitation, ...one }) => ({
      ...one,
      token: linkTokens.make('invitation', invitation),
      mailed: false,
    })),
  );

  registerRoute(app, routes.revokeInvitation, async ({ sql, user, params }) => {
    const [revoked] = await sql<{ id: number }>`
      update users set invitation = null, invited_at = null
      where id = ${params.id} and ${invitationHolds} returning id`;
    if (!revoked) throw new ApiError(404, 'This person has no valid invitation.');
    await recordAudit(sql, user.id, [{ subject: 'user', subject_id: revoked.id, action: 'withdrawn' }]);
    return { message: 'The invitation is no longer valid.' };
  });
}

/** Makes new invitations of people who can be invited; earlier ones of theirs are void. */
async function makeInvitations(
  sql: Sql,
  author: number,
  { ids, byEmail }: { ids: readonly number[]; byEmail: boolean },
): Promise<ValidInvitation[]> {
  await sql`
    update users set invitation = gen_random_uuid(), invited_at = now() where id = any(${ids}::int[])`;
  await recordAudit(
    sql,
    author,
    ids.map((id) => ({ subject: 'user', subject_id: id, action: 'invited' })),
  );
  const valid = await validInvitations(sql, ids);
  if (byEmail) await mailInvitations(sql, valid);
  return valid;
}

/** When a person was invited, where their invitation is valid. */
function invitationOf(sql: Sql, id: number): Promise<{ user_id: number; invited_at: string }[]> {
  return sql<{ user_id: number; invited_at: string }>`
    select users.id as user_id, ${isoTimestamp(sqlTag`users.invited_at`)} as invited_at
    from users where users.id = ${id} and ${invitationHolds}`;
}

/**
 * Refuses what was written of a person for whom something else was decided meanwhile.
 * @throws {ApiError} 409 where an invitation was withdrawn since, or their access differs
 */
async function refuseChanged(
  sql: Sql,
  id: number,
  written: LaterInvitation,
  capturedAt: Part,
): Promise<void> {
  const standing = await lockedStanding(sql, id);
  const [found] = await sql<{ invited: boolean; withdrawn_at: string | null }>`
    select users.invited_at is not null as invited, ${isoTimestamp(sqlTag`withdrawn.at`)} as withdrawn_at
    from users left join lateral (
      select max(at) as at from audit
      where subject = 'user' and subject_id = users.id and action = 'withdrawn' and at > ${capturedAt}
    ) as withdrawn on true
    where users.id = ${id}`;
  const { invited = false, withdrawn_at = null } = found ?? {};
  const isVoid = Boolean(written.invited_at) && !invited;
  const isWithdrawn = withdrawn_at !== null && withdrawn_at !== written.withdrawn_at;
  if (!isVoid && !isWithdrawn && !isAccessChanged(standing, written)) return;
  const detail = { ...accessOf(standing), withdrawn_at } satisfies InvitationChanged;
  throw new ApiError(409, INVITATION_CHANGED, { code: 'invitation_changed', detail });
}

type ValidInvitation = Omit<Invitation, 'token' | 'mailed'> & { invitation: string };

/** The valid invitations, by name; of these people, or of everybody. */
function validInvitations(sql: Sql, ids?: readonly number[]): Promise<ValidInvitation[]> {
  const expires = sqlTag`(users.invited_at + make_interval(days => ${INVITATION_DAYS}))`;
  return sql<ValidInvitation>`
    select users.id as user_id, users.first_name, users.last_name, users.email, units.unit_number,
      properties.property_name, users.invitation, ${isoTimestamp(expires)} as expires_at
    from users left join units on units.id = users.unit
    left join property_labels as properties on properties.id = units.property_id
    where ${invitationHolds} and (${ids ?? null}::int[] is null or users.id = any(${ids ?? null}::int[]))
    order by lower(users.last_name), lower(users.first_name), users.id`;
}

async function mailInvitations(sql: Sql, valid: readonly ValidInvitation[]): Promise<void> {
  const community = await communityName(sql);
  await notify(
    sql,
    ...valid
      .filter(({ email }) => email !== '')
      .map(({ user_id, invitation }) => ({
        kind: 'invitation' as const,
        to: [user_id],
        data: { community, link: invitation },
      })),
  );
}

function noMail(): ApiError {
  const message = 'No mail is sent from here. Copy or print the links instead.';
  return new ApiError(409, message, { code: 'no_mail', fields: { by_email: message } });
}

/**
 * Locks people who are to be invited, in the order of their ids.
 * @throws {ApiError} 404 for somebody who is not there, 409 for somebody who has a password, is a manager or is not active
 */
async function refuseUninvitable(sql: Sql, ids: readonly number[]): Promise<void> {
  const people = await sql<{
    first_name: string;
    last_name: string;
    has_password: boolean;
    is_manager: boolean;
    is_current_user: boolean;
  }>`
    select first_name, last_name, has_password, is_manager, is_current_user from users
    where id = any(${ids}::int[]) order by id for update`;
  if (people.length < ids.length) throw new ApiError(404, 'There is no such user.');
  const joined = people.find(({ has_password }) => has_password);
  if (joined) {
    throw fieldError(
      409,
      'user_ids',
      `${fullNameOf(joined)} has a password already, and needs no invitation.`,
    );
  }
  const manager = people.find(({ is_manager }) => is_manager);
  if (manager) {
    throw fieldError(409, 'user_ids', `${fullNameOf(manager)} is a manager, whom a link must not sign in.`);
  }
  const inactive = people.find(({ is_current_user }) => !is_current_user);
  if (inactive) {
    throw fieldError(409, 'user_ids', `${fullNameOf(inactive)} is not active. Activate the account first.`);
  }
}

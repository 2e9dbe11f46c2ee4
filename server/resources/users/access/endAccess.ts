import type { FastifyInstance } from 'fastify';
import sqlTag from 'sql-template-tag';
import { ACCESS_CHANGED, isAccessEnded, type AccessChanged } from '../../../../contract/users/access.ts';
import { routes } from '../../../../contract/routes.ts';
import type { User } from '../../../../contract/users/user.ts';
import { userColumns } from '../../../auth/userColumns.ts';
import { isoTimestamp } from '../../../database/isoTimestamp.ts';
import type { Sql } from '../../../database/database.ts';
import { ApiError } from '../../../http/apiError.ts';
import { registerRoute } from '../../../http/registerRoute.ts';
import { updateAccount } from '../updateUser.ts';

type Standing = User & AccessChanged;

/** The route by which management ends a resident's access. */
export function access(app: FastifyInstance): void {
  registerRoute(app, routes.endAccess, async ({ sql, user, params, body }) => {
    const before = await lockedStanding(sql, params.id);
    if (before.is_manager) {
      throw new ApiError(
        403,
        before.id === user.id
          ? 'You cannot end your own access.'
          : 'This person is a manager, whom two people remove in Manage Users.',
      );
    }
    const { unit, unit_number, property_name, access_since } = before;
    // Whoever activates the account again must not find them in the home that was ended.
    const leavesInactive = !before.is_current_user && unit !== null && body.unit === unit;
    // Ended already, by whomever: nobody has to decide.
    if (isAccessEnded(before, body) && !leavesInactive) return before;
    const differs =
      body.unit !== unit || (body.access_since !== undefined && body.access_since !== access_since);
    if (differs && !leavesInactive) {
      const detail = { unit, unit_number, property_name, access_since } satisfies AccessChanged;
      throw new ApiError(409, ACCESS_CHANGED, { code: 'access_changed', detail });
    }
    await updateAccount(sql, user, params.id, {
      unit: null,
      ...(body.sign_in_ends && { isCurrentUser: false }),
    });
    return lockedStanding(sql, params.id);
  });
}

/**
 * Reads a user with since when their access stands so, and locks the row until the transaction ends.
 * @throws {ApiError} 404 for an unknown user
 */
async function lockedStanding(sql: Sql, id: number): Promise<Standing> {
  const [user] = await sql<Standing>`
    select ${userColumns}, properties.property_name, ${isoTimestamp(sqlTag`users.access_since`)} as access_since
    from users left join units on units.id = users.unit
    left join property_labels as properties on properties.id = units.property_id
    where users.id = ${id} for update of users`;
  if (!user) throw new ApiError(404, 'There is no such user.');
  return user;
}

import type { FastifyInstance } from 'fastify';
import { ACCESS_CHANGED, isAccessEnded } from '../../../../contract/users/access.ts';
import { routes } from '../../../../contract/routes.ts';
import { ApiError } from '../../../http/apiError.ts';
import { registerRoute } from '../../../http/registerRoute.ts';
import { updateAccount } from '../updateUser.ts';
import { accessOf, isAccessChanged, lockedStanding } from './lockedStanding.ts';

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
    // Whoever activates the account again must not find them in the home that was ended.
    const leavesInactive = !before.is_current_user && before.unit !== null && body.unit === before.unit;
    // Ended already, by whomever: nobody has to decide.
    if (isAccessEnded(before, body) && !leavesInactive) return before;
    if (isAccessChanged(before, body) && !leavesInactive) {
      throw new ApiError(409, ACCESS_CHANGED, { code: 'access_changed', detail: accessOf(before) });
    }
    await updateAccount(sql, user, params.id, {
      unit: null,
      ...(body.sign_in_ends && { isCurrentUser: false }),
    });
    return lockedStanding(sql, params.id);
  });
}

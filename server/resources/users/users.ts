import type { FastifyInstance } from 'fastify';
import sqlTag from 'sql-template-tag';
import { routes } from '../../../contract/routes.ts';
import type { User, UserWithUnit } from '../../../contract/users/user.ts';
import { isEmailConfirmed } from '../../auth/confirmedEmail.ts';
import type { Sql } from '../../database/database.ts';
import { isoTimestamp } from '../../database/isoTimestamp.ts';
import { ApiError } from '../../http/apiError.ts';
import { registerList } from '../../http/lists/registerList.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { byName, userColumns } from '../../auth/userColumns.ts';
import { access } from './access/endAccess.ts';
import { isClaimKnown } from './claims.ts';
import { endOfRemovals, openRemovals } from './managerRemovals.ts';

/** The routes that read users, and the one that ends somebody's access. */
export function users(app: FastifyInstance): void {
  access(app);
  registerList(app, routes.listUsers, () => ({
    query: {
      columns: sqlTag`${userColumns}, properties.property_name, removals.json as removal, users.has_password,
          ${isoTimestamp(sqlTag`users.invited_at`)} as invited_at,
          ${isoTimestamp(sqlTag`users.access_since`)} as access_since`,
      from: sqlTag`users
      left join units on units.id = users.unit left join property_labels as properties on properties.id = units.property_id
      left join (${openRemovals}) as removals on removals.user_id = users.id`,
      where: sqlTag`true`,
      order: byName,
    },
    changes: { list: 'users', scopes: ['management'], timed: endOfRemovals },
  }));
  registerRoute(app, routes.readUser, ({ sql, user, params }) => userWithUnit(sql, user, params.id));
  registerRoute(app, routes.readUserUnit, ({ sql, user, params }) => userWithUnit(sql, user, params.id));
}

async function userWithUnit(sql: Sql, actor: User, id: number): Promise<UserWithUnit> {
  const [user] =
    actor.is_manager || actor.id === id
      ? await sql<UserWithUnit>`
          select ${userColumns}, case when units.id is not null then json_build_object(
            'id', units.id, 'unit_number', units.unit_number,
            'property_id', properties.id, 'property_name', properties.property_name) end as unit,
            users.email = '' or ${isEmailConfirmed} as email_confirmed, ${isClaimKnown} as unit_claim_known
          from users left join units on units.id = users.unit left join property_labels as properties on properties.id = units.property_id
          where users.id = ${id}`
      : [];
  if (!user) throw new ApiError(404, 'There is no such user.');
  return user;
}

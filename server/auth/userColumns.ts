import sqlTag from 'sql-template-tag';
import type { Order } from '../http/lists/listQuery.ts';
import { isoTimestamp } from '../database/isoTimestamp.ts';

/** The columns of a `User`, from `users` left-joined to `units`. */
export const userColumns = sqlTag`users.id, users.username, users.first_name, users.last_name, users.email, users.phone,
  users.unit, units.unit_number, users.unit_claim, users.is_manager, users.is_current_user, users.must_change_password,
  ${isoTimestamp(sqlTag`users.created_at`)} as created_at`;

/** The order of lists of people, from `users`. */
export const byName: Order = {
  keys: [
    { sql: sqlTag`lower(users.last_name)`, type: 'text' },
    { sql: sqlTag`lower(users.first_name)`, type: 'text' },
    { sql: sqlTag`users.id`, type: 'id' },
  ],
  direction: 'asc',
};

import type { ListedUser } from '../../../contract/users/user.ts';
import { isoDay } from '../../ui/data/Time.tsx';
import type { CsvTable } from '../../ui/files/csv.ts';

/** Users in the order in which they are shown, with today's date in the file name. */
export function usersTable(users: readonly ListedUser[]): CsvTable {
  return {
    name: `users-${isoDay()}`,
    header: [
      ...['User ID', 'First name', 'Last name', 'Username', 'Email', 'Phone'],
      ...['Property', 'Unit #', 'Active', 'Manager', 'Date created'],
    ],
    rows: users.map((user) => [
      ...[String(user.id), user.first_name, user.last_name, user.username, user.email, user.phone ?? ''],
      ...[user.property_name ?? '', user.unit_number ?? ''],
      ...[user.is_current_user, user.is_manager].map((yes) => (yes ? 'Yes' : 'No')),
      isoDay(new Date(user.created_at)),
    ]),
  };
}

import type { User } from '../../contract/users/user.ts';

/** The first screen after signing in. */
export function homePathOf(user: Pick<User, 'is_manager'>): string {
  return user.is_manager ? '/admin/dashboard' : '/dashboard/resident';
}

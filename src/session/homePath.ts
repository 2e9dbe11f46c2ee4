import type { User } from '../../contract/user.ts';

/** Where someone who is signed in begins. */
export function homeOf(user: Pick<User, 'is_manager'>): string {
  return user.is_manager ? '/admin/dashboard' : '/dashboard/resident';
}

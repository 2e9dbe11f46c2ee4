import type { User } from '../../../contract/users/user.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';

/** The managers of the community now, to whom work is given. */
export function useManagers(): User[] {
  return (useCachedQuery('listUsers', {}).data ?? []).filter(
    ({ is_manager, is_current_user }) => is_manager && is_current_user,
  );
}

import { useEffect } from 'react';
import { userRoutes } from '../../contract/users/userRoutes.ts';
import type { User, UserWithUnit } from '../../contract/users/user.ts';
import { ApiError, call, Unreachable } from '../api/call.ts';
import { useDevice } from '../offline/engine/device.ts';
import { useCachedQuery } from '../offline/hooks/useCachedQuery.ts';
import { adoptUser } from '../session/currentSession.ts';
import { useUser } from '../session/session.tsx';

/** Has every screen know that management confirmed or declined the home of somebody who has none yet. */
export function HomeRefresh() {
  const { unit, is_manager } = useUser();
  return unit === null && !is_manager ? <Awaited /> : <></>;
}

function Awaited() {
  const user = useUser();
  const { withToken } = useDevice();
  const params = { id: String(user.id) };
  const { data } = useCachedQuery('readUser', { params });
  const differs = data !== undefined && !isSameHome(user, data);
  useEffect(() => {
    if (!differs) return;
    // What this device stored may be older than the session: the server says which of the two is right.
    withToken((token) => call(userRoutes.readUser, { params: { id: String(user.id) } }, { token }))
      .then(async (now) => {
        if (!isSameHome(user, now)) await adoptUser({ ...user, ...homeOf(now) });
      })
      .catch((error: unknown) => {
        // The next answer says it again.
        if (!(error instanceof ApiError || error instanceof Unreachable)) throw error;
      });
  }, [differs, user, withToken]);
  return <></>;
}

function homeOf({
  unit,
  unit_number,
  unit_claim,
}: UserWithUnit): Pick<User, 'unit' | 'unit_number' | 'unit_claim'> {
  return { unit: unit?.id ?? null, unit_number, unit_claim };
}

function isSameHome(user: User, read: UserWithUnit): boolean {
  const { unit, unit_claim } = homeOf(read);
  return user.unit === unit && user.unit_claim === unit_claim;
}

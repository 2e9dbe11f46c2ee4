import { useEffect } from 'react';
import type { MaintenanceRequest } from '../../../../contract/maintenance/maintenance.ts';
import { routes } from '../../../../contract/routes.ts';
import { call } from '../../../api/call.ts';
import { useDevice } from '../../../offline/engine/device.ts';
import { useOnline } from '../../../offline/hooks/useOnline.ts';
import { useUser } from '../../../session/session.tsx';

/** Says once that management has opened a request that a resident reported. Nothing is lost without a connection: it is opened again. */
export function useSeen({ id, progress, completed }: MaintenanceRequest): void {
  const { is_manager } = useUser();
  const { withToken } = useDevice();
  const online = useOnline();
  const unseen = is_manager && online && !completed && !progress?.seen;
  useEffect(() => {
    if (!unseen) return;
    withToken((token) => call(routes.markRequestSeen, { params: { id: String(id) } }, { token })).catch(
      // It is said again when the request is opened again, and nothing that somebody wrote depends on it.
      () => undefined,
    );
  }, [unseen, id, withToken]);
}

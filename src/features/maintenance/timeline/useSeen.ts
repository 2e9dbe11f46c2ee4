import { useEffect, useEffectEvent } from 'react';
import type { MaintenanceRequest } from '../../../../contract/maintenance/maintenance.ts';
import { ApiError, Unreachable } from '../../../api/call.ts';
import { useOnlineStep } from '../../../forms/useOnlineStep.ts';
import { useOnline } from '../../../offline/hooks/useOnline.ts';
import { useUser } from '../../../session/session.tsx';

/**
 * Says once that management has opened a request. It is said again when the request is opened again, so nothing is queued, and what
 * the server or the connection refuses needs nobody's attention.
 */
export function useSeen({ id, progress, completed }: MaintenanceRequest): void {
  const { is_manager } = useUser();
  const online = useOnline();
  const send = useOnlineStep();
  const unseen = is_manager && online && !completed && !progress?.seen;
  const say = useEffectEvent(() => {
    send('markRequestSeen', { params: { id: String(id) } }).catch((error: unknown) => {
      if (!(error instanceof ApiError || error instanceof Unreachable)) throw error;
    });
  });
  useEffect(() => {
    if (unseen) say();
  }, [unseen, id]);
}

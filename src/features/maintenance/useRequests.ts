import { useMemo } from 'react';
import { useQueuedNotice, type OutcomeMessages } from '../../forms/useQueuedNotice.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import type { Change } from '../../offline/engine/outbox/outbox.ts';
import { useThumbnailsOffline } from '../../subjects/photos/useThumbnailsOffline.ts';
import { useOutbox } from '../../offline/subjects/useOutbox.ts';
import { withUnsent, type OptimisticRequest } from '../../offline/subjects/maintenance/maintenanceList.ts';

/** The requests with what is unsent, and the one way in which every change of them is made. */
export function useRequests() {
  const cached = useCachedQuery('listMaintenance', {});
  // So that each conversation opens without a connection.
  useCachedQuery('listWaitingEvents', {});
  const outbox = useOutbox();
  const { notice, setNotice, follow } = useQueuedNotice();
  const { data } = cached;
  const { items } = outbox;
  const requests = useMemo<OptimisticRequest[] | undefined>(
    () => (data || items?.length ? withUnsent(data ?? [], items ?? []) : undefined),
    [data, items],
  );

  useThumbnailsOffline(data);

  /** Resolves once the change is safe on this device; what becomes of it is told by the notice. */
  async function change(made: Change, messages: OutcomeMessages): Promise<void> {
    setNotice(undefined);
    await follow(await outbox.submit(made), messages);
  }

  return { ...cached, requests, outbox, notice, setNotice, follow, change };
}

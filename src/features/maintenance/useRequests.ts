import { useEffect, useMemo, useState } from 'react';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import type { Change, SendOutcome } from '../../offline/engine/outbox.ts';
import { cacheThumbnails } from '../../offline/engine/photoCache.ts';
import { useOutbox } from '../../offline/hooks/useOutbox.ts';
import { SAVED_HERE, type Notice } from '../../ui/feedback/Notices.tsx';
import { withUnsent, type OptimisticRequest } from '../../offline/subjects/maintenanceList.ts';

/** What a change is called when it was made and when it failed. */
export interface ChangeMessages {
  done: string;
  failed: string;
}

/** The requests with what is unsent, and the one way in which every change of them is made. */
export function useRequests() {
  const cached = useCachedQuery('listMaintenance', {});
  const outbox = useOutbox();
  const [notice, setNotice] = useState<Notice>();
  const { data } = cached;
  const { items } = outbox;
  const requests = useMemo<OptimisticRequest[] | undefined>(
    () => (data || items?.length ? withUnsent(data ?? [], items ?? []) : undefined),
    [data, items],
  );

  useEffect(() => {
    if (!data) return;
    const thumbnails = data.flatMap((request) => request.photos.map((photo) => photo.thumbnail_url));
    // Without a connection those that are missing stay missing: the next refresh tries again.
    cacheThumbnails(thumbnails).catch(() => undefined);
  }, [data]);

  /** Resolves once the change is safe on this device; what becomes of it is told by the notice. */
  async function change(made: Change, messages: ChangeMessages): Promise<void> {
    setNotice(undefined);
    const outcome = await outbox.submit(made);
    setNotice(noticeFor(outcome, messages));
  }

  return { ...cached, requests, outbox, notice, setNotice, change };
}

/** What is said of a change by what became of it. */
export function noticeFor(outcome: SendOutcome, { done, failed }: ChangeMessages): Notice {
  if (outcome === 'sent') return { type: 'success', message: done };
  if (outcome === 'waiting') return SAVED_HERE;
  return { type: 'error', message: `${failed}. It needs your attention below; nothing you wrote is lost.` };
}

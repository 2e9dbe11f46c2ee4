import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { useUnsent } from '../../offline/hooks/useUnsent.ts';
import { noticesWithUnsent } from '../../offline/subjects/entryNoticeList.ts';

/** The notices of entry with what is unsent on this device. */
export function useEntryNotices() {
  const { data, ...query } = useCachedQuery('listEntryNotices', {});
  const { items, sending } = useUnsent();
  // What is unsent is known where the list was never read.
  const known = noticesWithUnsent(data ?? [], items ?? []);
  return { ...query, data: data && items && known, known, sending };
}

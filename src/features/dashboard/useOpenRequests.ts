import { useKept } from '../../offline/keptQuery.ts';
import { listed, type Listed } from '../../offline/listed.ts';
import { useOutbox } from '../../offline/useOutbox.ts';

/** The open maintenance requests, newest first, with what is unsent laid over them. */
export function useOpenRequests() {
  const { data, ...kept } = useKept('listMaintenance', { query: { completed: 'false' } });
  const { items } = useOutbox();
  const requests = data && items && listed(data, items).filter(isOpen);
  return { ...kept, requests };
}

/** What this device has completed or cancelled is not open any more, whether or not that was sent. */
function isOpen({ completed, cancelling, gone }: Listed): boolean {
  return !completed && !cancelling && !gone;
}

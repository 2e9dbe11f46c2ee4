import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Transaction } from '../../../contract/ledger.ts';

/** The entry that is open, which is in the address. */
export function useOpenedEntry(entries: Transaction[] | undefined) {
  const [address, setAddress] = useSearchParams();
  const opened = entries?.find(({ id }) => String(id) === address.get('entry'));
  const open = (id: number) => setAddress({ entry: String(id) }, { replace: opened !== undefined });
  // The list gets one that never changes, as what is open is none of its business.
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });
  const openFromList = useCallback((id: number) => latest.current(id), []);
  return { opened, open, openFromList, close: () => setAddress({}, { replace: true }) };
}

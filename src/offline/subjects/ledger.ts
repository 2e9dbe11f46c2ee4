import { useCachedQuery } from '../hooks/useCachedQuery.ts';

/**
 * The query of the user's own ledger. The server settles open payments when they are listed, so they are listed first: a
 * payment whose webhook was lost is then in the ledger.
 */
export function useOwnLedger() {
  return useCachedQuery('listMyTransactions', {}, { after: 'listOpenPayments' });
}

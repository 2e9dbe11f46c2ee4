import { useCachedQuery } from '../hooks/useCachedQuery.ts';

/**
 * One's own ledger. The server settles open payments when it is asked for them, so they are asked for first: a payment
 * whose webhook never arrived is in the ledger as soon as its payer looks.
 */
export function useOwnLedger() {
  return useCachedQuery('listMyTransactions', {}, { after: 'listOpenPayments' });
}

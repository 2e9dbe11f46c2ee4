import { useState } from 'react';
import type { OptimisticRequest } from '../../offline/subjects/maintenance/maintenanceList.ts';
import { useSentRequest } from '../../offline/subjects/maintenance/useSentRequest.ts';

/**
 * The request that an address names. While it is being sent it stays open, with what is written about it, and is found
 * as what it became from then on.
 */
export function useOpenedRequest(
  requests: readonly OptimisticRequest[],
  address: URLSearchParams,
): OptimisticRequest | undefined {
  const record = address.get('request') ?? undefined;
  const item = address.get('unsent') ?? undefined;
  // One that the server has keeps its name, and is open for as long as it is listed.
  const now = useSentRequest({ record: record?.startsWith('new:') ? record : undefined, item });
  const [last, setLast] = useState<{ name: string; listed: OptimisticRequest }>();
  const name = record ?? item;
  if (!name) return undefined;
  const found = requests.find(
    ({ key, unsent }) => key === record || key === now?.sentAs || unsent.some(({ id }) => id === item),
  );
  if (found && found !== last?.listed) setLast({ name, listed: found });
  // The lists are read one after the other, and a request that is sent meanwhile is in none of them for a moment.
  const between = last?.name === name && (!now || now.unsent || now.sentAs !== undefined);
  return found ?? (between ? last.listed : undefined);
}

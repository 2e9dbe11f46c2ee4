import type { AddedRequestEvent, RequestEvent } from '../../../../contract/maintenance/requestEvents.ts';
import { server } from '../world.ts';

interface Said {
  /** ISO 8601; now where left out. */
  at?: string;
  key?: string;
}

/** Adds an event to a request, as the outbox sends it. */
export function add(as: string, id: number, body: object, { at, key }: Said = {}) {
  const headers = {
    ...(at ? { 'captured-at': at } : {}),
    ...(key ? { 'idempotency-key': key } : {}),
  };
  return server.call('POST', `/maintenance/${id}/events`, { as, body, headers });
}

/** The same, of one that is taken. */
export async function added(as: string, id: number, body: object, said?: Said): Promise<AddedRequestEvent> {
  const answer = await add(as, id, body, said);
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json<AddedRequestEvent>();
}

/** What somebody reads of what happened with a request. */
export async function eventsOf(as: string, id: number): Promise<RequestEvent[]> {
  const answer = await server.call('GET', `/maintenance/${id}/events`, { as });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<RequestEvent[]>();
}

/** So many days and hours ago, in ISO 8601. */
export function ago(days: number, hours = 0): string {
  return new Date(Date.now() - (days * 24 + hours) * 60 * 60_000).toISOString();
}

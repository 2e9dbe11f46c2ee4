import { VERSION_HEADER } from '../../../contract/http/route.ts';

/** A fault of the network, or an answer in place of the server's, for one request. */
export type Fault =
  | 'refused' // the connection is refused
  | 'answer lost' // the server handles it, and the answer is lost
  | 'line lost' // the server handles it, and the answer is lost, as is all that follows until `offline` is false
  | 'delivered twice' // the server gets it twice at the same moment
  | 'hangs before' // it never reaches the server and never fails
  | 'hangs after' // the server handles it, and the answer never comes
  | 'cut' // the answer breaks off in the middle
  | 'late' // it fails for the client, and is delivered by a later call of `late`
  | 'slow'
  | 'portal page' // a captive portal answers with its HTML page
  | 'portal json' // a captive portal answers in JSON
  | 'portal page after' // the server handles it, and a proxy replaces the answer by its page
  | { page: number } // a proxy answers with its own page of this status, and the server never sees the request
  | { pageAfter: number } // the server handles it, and a proxy replaces the answer by its page of this status
  | PlannedAnswer;

/** An answer in place of the server's. */
interface PlannedAnswer {
  status: number;
  code?: string;
  message?: string;
  retryAfter?: number;
  body?: unknown;
  /** It is on its way until then. */
  held?: Promise<void>;
}

export const PROXY_PAGE = '<html><head><title>Error</title></head><body><center>nginx</center></body></html>';

export function portal(type: string, body: string, status = 200): Response {
  return new Response(body, { status, headers: { 'Content-Type': type } });
}

export function plannedResponse({
  status,
  code = 'planned',
  message = `Answered ${status}.`,
  retryAfter,
  body,
}: PlannedAnswer): Response {
  const headers = new Headers({ 'Content-Type': 'application/json; charset=utf-8', [VERSION_HEADER]: '1' });
  if (retryAfter !== undefined) headers.set('Retry-After', String(retryAfter));
  return new Response(JSON.stringify(body ?? { message, error: message, code }), { status, headers });
}

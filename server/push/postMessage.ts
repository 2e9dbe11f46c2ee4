import https from 'node:https';
import { publicLookup } from './endpoint.ts';

/** How long a push service may take for its whole answer, in milliseconds. */
const ANSWER_WITHIN = 10_000;
/** The most bytes that are read of an answer, of which only the status and one header are used. */
const MAX_ANSWER = 16 * 1024;
/** The most connections to one push service at a time. */
const MAX_CONNECTIONS = 8;

/** An encrypted message to an endpoint. */
export interface OutgoingMessage {
  endpoint: string;
  headers: Record<string, string | number>;
  body: Buffer;
}

/** What a push service answered. */
export interface PushAnswer {
  status: number;
  /** Its Retry-After in seconds, where it is a number. */
  retryAfter: number | undefined;
}

/** Sends a message to a push service. Rejects where no whole answer comes. */
export type PostMessage = (message: OutgoingMessage) => Promise<PushAnswer>;

declare module 'fastify' {
  interface FastifyInstance {
    /** Sends a message to a push service. */
    postPush: PostMessage;
  }
}

/** The internet: public addresses alone, by HTTPS, without following redirects. */
export function internet(lookup = publicLookup()): PostMessage {
  const agent = new https.Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS, lookup });
  return ({ endpoint, headers, body }) =>
    new Promise((resolve, reject) => {
      const signal = AbortSignal.timeout(ANSWER_WITHIN);
      const request = https.request(endpoint, { method: 'POST', agent, headers, signal }, (response) => {
        let size = 0;
        response.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > MAX_ANSWER) response.destroy(new Error('the answer is too long'));
        });
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            retryAfter: secondsOf(response.headers['retry-after']),
          }),
        );
      });
      request.on('error', reject);
      request.end(body);
    });
}

function secondsOf(retryAfter: string | undefined): number | undefined {
  return retryAfter && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : undefined;
}

import type { Readable } from 'node:stream';
import { createParser } from 'eventsource-parser';
import type { FastifyInstance } from 'fastify';

/** The header of a simulated request that stays open, as a real one does. */
export const FOLLOWS = 'x-follows';

/** Ends the change streams of simulated requests after their first bytes: they are answered when they end. */
export function endUnfollowed(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const simulated = request.headers['user-agent'] === 'lightMyRequest' && !(FOLLOWS in request.headers);
    if (simulated && reply.getHeader('content-type') === 'text/event-stream' && reply.statusCode === 200) {
      (payload as Readable).push(null);
    }
    done(null, payload);
  });
}

export interface FollowedChanges {
  /** The events so far, each the calls that became stale. */
  events: string[][];
  /** Resolves once these calls were told to be stale, in any of the events so far. */
  told: (...calls: string[]) => Promise<void>;
  /** Resolves when the server ends the stream. */
  ended: Promise<void>;
  isOpen: () => boolean;
  /** How many bytes came. */
  bytes: () => number;
  close: () => void;
}

/** Opens `GET /changes`. */
export async function followChanges(
  { app }: { app: FastifyInstance },
  token: string,
  query = '',
): Promise<FollowedChanges> {
  const answer = await app.inject({
    method: 'GET',
    url: `/api/changes${query}`,
    headers: { authorization: `Bearer ${token}`, [FOLLOWS]: 'yes' },
    payloadAsStream: true,
  });
  if (answer.statusCode !== 200) throw new Error(`GET /changes was answered ${answer.statusCode}.`);
  const events: string[][] = [];
  const listeners = new Set<() => void>();
  const parser = createParser({
    onEvent({ data }) {
      events.push(JSON.parse(data) as string[]);
      for (const listener of listeners) listener();
    },
  });
  const stream = answer.stream();
  let open = true;
  stream.on('error', () => undefined);
  let bytes = 0;
  stream.on('data', (chunk) => {
    bytes += String(chunk).length;
    parser.feed(String(chunk));
  });
  const ended = new Promise<void>((resolve) => {
    stream.once('close', () => {
      open = false;
      resolve();
    });
  });
  return {
    events,
    ended,
    isOpen: () => open,
    bytes: () => bytes,
    told: (...calls) =>
      new Promise((resolve) => {
        const look = () => {
          const all = events.flat();
          if (!calls.every((call) => all.includes(call))) return;
          listeners.delete(look);
          resolve();
        };
        listeners.add(look);
        look();
      }),
    close: () => answer.raw.res.destroy(),
  };
}

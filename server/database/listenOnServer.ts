import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { ChannelListener } from './engine.ts';
import { asUnavailable } from './unavailable.ts';

// All in milliseconds.

const CONNECT_WITHIN = 10_000;
const ANSWER_WITHIN = 10_000;
/** How often the connection is tried, since a server that is gone without a word tells nothing more either. */
const TRY_EVERY = 30_000;
/** How long a stopping process waits for the end of the connection. */
const END_WITHIN = 1000;
/** Before another connection; doubled up to the longest after each that fails. */
const SHORTEST_PAUSE = 250;
const LONGEST_PAUSE = 10_000;

/**
 * Follows a channel of a PostgreSQL server on a connection of its own, which is replaced when it is lost. A pooler that
 * gives each transaction another connection tells nothing.
 * @throws {DatabaseUnavailable} where the first connection fails
 */
export async function listenOnServer(
  url: string,
  channel: string,
  { onMessage, onGap }: ChannelListener,
): Promise<() => Promise<void>> {
  const stopping = new AbortController();

  async function connect(): Promise<{ client: pg.Client; lost: Promise<void> }> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_WITHIN,
      query_timeout: ANSWER_WITHIN,
      keepAlive: true,
      application_name: 'porchlight listener',
    });
    let timer: NodeJS.Timeout | undefined;
    const lost = new Promise<void>((resolve) => {
      client.on('error', () => resolve());
      client.on('end', () => resolve());
      timer = setInterval(() => {
        client.query('select 1').catch(() => resolve());
      }, TRY_EVERY).unref();
    }).finally(() => clearInterval(timer));
    client.on('notification', ({ payload = '' }) => onMessage(payload));
    try {
      await client.connect();
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
    } catch (error) {
      clearInterval(timer);
      void end(client);
      throw asUnavailable(error);
    }
    onGap();
    return { client, lost };
  }

  async function reconnect() {
    for (let wait = SHORTEST_PAUSE; ; wait = Math.min(2 * wait, LONGEST_PAUSE)) {
      await pause(wait * (0.5 + Math.random()), undefined, { signal: stopping.signal, ref: false });
      const connection = await connect().catch(() => undefined);
      if (connection) return connection;
    }
  }

  let current = await connect();
  async function follow(): Promise<void> {
    while (!stopping.signal.aborted) {
      await current.lost;
      // Not waited for: a server that is gone does not answer that either.
      void end(current.client);
      current = await reconnect();
    }
    await end(current.client);
  }
  // It fails when `stopping` is aborted, and by nothing else.
  const followed = follow().catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error;
  });

  return async () => {
    stopping.abort();
    await Promise.race([
      end(current.client).then(() => followed),
      pause(END_WITHIN, undefined, { ref: false }),
    ]);
  };
}

async function end(client: pg.Client): Promise<void> {
  await client.end().catch(() => undefined);
}

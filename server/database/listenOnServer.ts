import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { ChannelListener } from './engine.ts';

// All in milliseconds.

const CONNECT_WITHIN = 10_000;
const ANSWER_WITHIN = 10_000;
/**
 * How often the connection is tried, since a server that is gone without a word tells nothing more either, and one that
 * only reads since a failover has no commits to tell of.
 */
const TRY_EVERY = 30_000;
/** How long a stopping process waits for the end of the connection. */
const END_WITHIN = 1000;
/** Before another connection; doubled up to the longest after each that fails. */
const SHORTEST_PAUSE = 250;
const LONGEST_PAUSE = 10_000;

/**
 * Follows a channel of a PostgreSQL server on a connection of its own, which is replaced when it is lost. Resolves when it
 * is followed, or when the first try failed; others follow.
 */
export async function listenOnServer(
  url: string,
  channel: string,
  { onMessage, onGap }: ChannelListener,
): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  const isStopping = () => stopping.signal.aborted;
  let client: pg.Client;

  /** Resolves once the channel is followed, with a promise that resolves when the connection is lost. */
  async function connect(): Promise<{ lost: Promise<void> }> {
    const connecting = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_WITHIN,
      query_timeout: ANSWER_WITHIN,
      keepAlive: true,
      application_name: 'porchlight listener',
    });
    client = connecting;
    let timer: NodeJS.Timeout | undefined;
    const lost = new Promise<void>((resolve) => {
      connecting.on('error', () => resolve());
      connecting.on('end', () => resolve());
      timer = setInterval(() => {
        writes(connecting).then((primary) => primary || resolve(), resolve);
      }, TRY_EVERY).unref();
    }).finally(() => clearInterval(timer));
    connecting.on('notification', ({ payload = '' }) => onMessage(payload));
    try {
      await connecting.connect();
      await connecting.query(`listen ${connecting.escapeIdentifier(channel)}`);
    } catch (error) {
      clearInterval(timer);
      void end(connecting);
      throw error;
    }
    onGap();
    return { lost };
  }

  /** Says once in an outage why commits are heard late. */
  function warn(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    console.warn(`Commits are heard of late, since listening to the database failed: ${reason}`);
  }

  async function follow(onFirstTry: () => void): Promise<void> {
    let failed = 0;
    while (!isStopping()) {
      try {
        const { lost } = await connect();
        failed = 0;
        onFirstTry();
        await lost;
        // Not waited for: a server that is gone does not answer that either.
        void end(client);
      } catch (error) {
        if (failed++ === 0 && !isStopping()) warn(error);
        onFirstTry();
      }
      const wait = Math.min(SHORTEST_PAUSE * 2 ** failed, LONGEST_PAUSE);
      await pause(wait * (0.5 + Math.random()), undefined, { signal: stopping.signal, ref: false });
    }
  }

  let followed: Promise<void> = Promise.resolve();
  await new Promise<void>((resolve) => {
    // It fails when `stopping` is aborted, and by nothing else.
    followed = follow(resolve).catch((error: unknown) => {
      if (!isStopping()) throw error;
    });
  });

  return async () => {
    stopping.abort();
    await Promise.race([end(client).then(() => followed), pause(END_WITHIN, undefined, { ref: false })]);
  };
}

async function end(client: pg.Client): Promise<void> {
  await client.end().catch(() => undefined);
}

/** Whether the server writes: one that only reads was the primary before a failover. */
async function writes(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
  return rows[0]?.transaction_read_only === 'off';
}

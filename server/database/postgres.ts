import pg from 'pg';
import type { Engine } from './engine.ts';
import { listenOnServer } from './listenOnServer.ts';
import type { Statement } from './statement.ts';
import { asUnavailable, DatabaseUnavailable, isOfReadOnlyServer } from './unavailable.ts';
import { parserFor } from './values.ts';

const MOST_CONNECTIONS = 10;
const CONNECT_WITHIN = 10_000; // ms; also the longest wait for a free connection
const STATEMENT_WITHIN = 30_000; // ms; our longest reports take well under a second
const A_DAY = 24 * 60 * 60_000; // ms
const KEEP_ALIVE_AFTER = 10_000; // ms; finds a server that is gone without a word
const IDLE_IN_TRANSACTION_WITHIN = 30_000; // ms; a transaction left open holds its locks
const CHANGED_RESULT = '0A000'; // a prepared statement outlived a migration of its table

export interface ServerOptions {
  /** The most connections at once. */
  connections?: number | undefined;
  /** How long a statement may take before the server counts as away, in milliseconds; without a limit by default. */
  answerWithin?: number | undefined;
}

/**
 * A PostgreSQL server, through a pool of connections. A call that meets a server that is away, hangs or has
 * no disk left throws DatabaseUnavailable; a connection that is lost while idle is logged and replaced.
 */
export function openServer(
  url: string,
  { connections: max = MOST_CONNECTIONS, answerWithin }: ServerOptions = {},
): Engine {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: CONNECT_WITHIN,
    ...(answerWithin ? { query_timeout: answerWithin } : {}),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER,
    application_name: 'porchlight',
    // What a transaction starts together is sent together.
    pipeline: true,
    types: { getTypeParser: parserFor as typeof pg.types.getTypeParser },
    onConnect: prepareSession,
  });
  pool.on('error', (error) => {
    // Once the pool is closing, how its last connections end is nobody's concern.
    if (!pool.ending) console.warn(`An idle database connection was lost: ${error.message}`);
  });

  const connected = new Set<pg.PoolClient>();
  const unfit = new WeakSet<pg.PoolClient>();
  pool.on('remove', (client) => connected.delete(client));
  pool.on('connect', (client) => {
    connected.add(client);
    // Without a listener, a connection lost between two statements would end the process;
    // the next statement on it fails by itself.
    client.on('error', () => unfit.add(client));
  });

  /** An idle connection, but none that became unfit since it was used, or a new one. */
  async function fitClient(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await pool.connect().catch(rethrow);
      if (!unfit.has(client)) return client;
      client.release(true);
    }
  }

  async function withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await fitClient();
    try {
      return await work(client);
    } catch (error) {
      // After a query timeout the connection still waits for the answer of that query.
      if (error instanceof DatabaseUnavailable && error.reason === 'away') unfit.add(client);
      // After a failover they all lead to the old primary, where reads are of the past; new ones find the new one.
      if (error instanceof DatabaseUnavailable && isOfReadOnlyServer(error)) {
        for (const each of connected) unfit.add(each);
      }
      if (error instanceof pg.DatabaseError && error.code === CHANGED_RESULT) unfit.add(client);
      throw error;
    } finally {
      client.release(unfit.has(client));
    }
  }

  return {
    kind: 'server',
    run: (statement) => withClient((client) => run(client, statement)),
    hold: (work) =>
      withClient((client) =>
        work({
          run: (statement) => run(client, statement),
          execute: async (script, { untimed = false } = {}) => {
            gather(client);
            const limit = untimed ? { query_timeout: A_DAY } : {};
            // A script of several statements answers a list, which the types leave out.
            const results = [
              await client.query({ text: script, ...limit }).catch(rethrow),
            ].flat() as pg.QueryResult[];
            return results.at(-1)?.command ?? '';
          },
          discard: () => void unfit.add(client),
        }),
      ),
    listen: (channel, listener) => listenOnServer(url, channel, listener),
    connections: () => ({ size: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
    // A server that stops can be started again.
    panic: new Promise(() => undefined),
  };
}

const gathering = new WeakSet<pg.PoolClient>();

/** Sends what is started in one turn of the event loop as one: each write to a socket costs about as much as all else of a statement. */
function gather(client: pg.PoolClient): void {
  if (gathering.has(client)) return;
  gathering.add(client);
  const { stream } = client.connection;
  stream.cork();
  process.nextTick(() => {
    gathering.delete(client);
    stream.uncork();
  });
}

async function run<Row>(client: pg.PoolClient, { text, values, name }: Statement): Promise<Row[]> {
  gather(client);
  const result = await client
    .query<Row & pg.QueryResultRow>(name ? { name, text, values } : { text, values })
    .catch(rethrow);
  return result.rows;
}

function rethrow(error: unknown): never {
  throw asUnavailable(error);
}

// Not as parameters of the connection's start, of which poolers know only a few.
// `unknown`, since the pool awaits this while its types say that it answers nothing.
function prepareSession(client: pg.ClientBase): unknown {
  return client.query(
    `set statement_timeout to ${STATEMENT_WITHIN}; set idle_in_transaction_session_timeout to ${IDLE_IN_TRANSACTION_WITHIN};
    set time zone 'UTC'; set datestyle to 'ISO'; set intervalstyle to 'postgres'; set bytea_output to 'hex';
    set jit to off`, // Compiling a statement takes longer than running any of ours.
  );
}

import pg from 'pg';
import { asUnavailable } from './unavailable.ts';

const CONNECT_WITHIN = 10_000; // ms

/** DATABASE_URL leads to a pooler whose connections are nobody's own. */
export class UnfitPooler extends Error {
  constructor() {
    super(
      'DATABASE_URL leads to a connection pooler that gives each transaction or statement another connection, as PgBouncer ' +
        'does with pool_mode = transaction or statement. Porchlight needs connections of its own, for prepared statements, ' +
        'time limits, locks and what it listens for: let DATABASE_URL lead to PostgreSQL itself, or to a pool with ' +
        'pool_mode = session.',
    );
    this.name = 'UnfitPooler';
  }
}

/**
 * Looks by two connections whether each has a process of the server for itself, as they have without a pooler and behind one
 * that pools by sessions.
 * @throws {UnfitPooler} where they have not
 * @throws {DatabaseUnavailable} without a connection
 */
export async function refuseUnfitPooler(url: string): Promise<void> {
  const connect = () =>
    new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_WITHIN,
      query_timeout: CONNECT_WITHIN,
      application_name: 'porchlight',
    });
  const [one, other] = [connect(), connect()];
  for (const client of [one, other]) client.on('error', () => undefined);
  const seen = new Map<pg.Client, string>();
  async function look(client: pg.Client): Promise<void> {
    const { rows } = await client.query<{ pid: string }>('select pg_backend_pid()::text as pid');
    const pid = rows[0]?.pid ?? '';
    const before = seen.get(client) ?? pid;
    const others = [...seen].filter(([each]) => each !== client).map(([, known]) => known);
    if (pid !== before || others.includes(pid)) throw new UnfitPooler();
    seen.set(client, pid);
  }
  try {
    await Promise.all([one.connect(), other.connect()]);
    await look(one);
    await look(other);
    // While a transaction holds one of the pooler's connections, the first client gets another.
    await other.query('begin');
    await look(other);
    await look(one);
    await other.query('commit');
    await look(other);
  } catch (error) {
    throw error instanceof UnfitPooler ? error : asUnavailable(error);
  } finally {
    await Promise.all([one, other].map((client) => client.end().catch(() => undefined)));
  }
}

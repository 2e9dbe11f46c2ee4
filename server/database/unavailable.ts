import pg from 'pg';

/** The database does nothing just now, and the same call may succeed later. `cause` is the driver's error. */
export class DatabaseUnavailable extends Error {
  readonly reason: 'away' | 'disk full';

  constructor(reason: DatabaseUnavailable['reason'], message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
  }
}

/**
 * SQLSTATE classes and codes of a server that is starting, stopping, out of connections or not to be reached
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
const AWAY = /^(08|57P0[1-5]|53300|25P03)/;

/** The SQLSTATE of a statement with too few values, and of a pooler's last words where it cannot reach its server. */
const PROTOCOL_VIOLATION = '08P01';

/** Whether an error of the driver is a mistake in this program: too few values, or a row that cannot be read. */
function isProgrammingError(error: Error): boolean {
  if (error instanceof pg.DatabaseError) {
    return error.code === PROTOCOL_VIOLATION && error.severity !== 'FATAL';
  }
  return error instanceof TypeError || error instanceof RangeError;
}

/**
 * The DatabaseUnavailable for an error of the PostgreSQL driver that says that the server is away, hangs or has no disk
 * left; any other error unchanged.
 */
export function asUnavailable(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = error instanceof pg.DatabaseError ? (error.code ?? '') : undefined;
  if (code === '53100') return new DatabaseUnavailable('disk full', error.message, error);
  if (isProgrammingError(error)) return error;
  // Everything else that the driver throws is about the connection.
  if (code !== undefined && !AWAY.test(code)) return error;
  // Node's error for a name with several addresses has a code and no message.
  const why = error.message || ('code' in error ? String(error.code) : error.name);
  return new DatabaseUnavailable('away', `The database is away: ${why}`, error);
}

import pg from 'pg';

/** The database does nothing just now, and the same call may succeed later. `cause` is the driver's error. */
export class DatabaseUnavailable extends Error {
  readonly reason: 'away' | 'disk full';

  constructor(reason: DatabaseUnavailable['reason'], message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
  }
}

/** The SQLSTATE of a change on a server that only reads, as a primary does after a failover. */
const READ_ONLY = '25006';

/**
 * What a server's error says of it, by SQLSTATE or its class, the first two characters
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html). Such a call is put off with 503, and its connection is
 * not used again. Nothing of a failed transaction was committed, so that the same change may be sent again. All other codes
 * are mistakes of this program, or concurrent transactions (40001, 40P01).
 */
const OUTAGES: Readonly<Record<string, DatabaseUnavailable['reason'] | undefined>> = {
  '08': 'away', // the connection is lost
  [READ_ONLY]: 'away',
  '25P03': 'away', // a transaction was idle for too long
  '28': 'away', // it does not let this user in, such as a new primary that was not told of a new password
  '3D000': 'away', // it does not have this database, or not yet
  '53': 'away', // it is out of memory or connections
  '53100': 'disk full',
  '57': 'away', // it is starting or stopping, or an operator or a time limit ended the statement
  '58': 'away', // its system fails, such as its disk
};

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
  if (isProgrammingError(error)) return error;
  // Everything that the driver throws and the server did not say is about the connection.
  const reason = error instanceof pg.DatabaseError ? outageOf(error.code) : 'away';
  if (!reason) return error;
  if (reason === 'disk full') return new DatabaseUnavailable(reason, error.message, error);
  // Node's error for a name with several addresses has a code and no message.
  const why = error.message || ('code' in error ? String(error.code) : error.name);
  return new DatabaseUnavailable(reason, `The database is away: ${why}`, error);
}

function outageOf(code = ''): DatabaseUnavailable['reason'] | undefined {
  return OUTAGES[code] ?? OUTAGES[code.slice(0, 2)];
}

/** Whether the server that answered this only reads: other connections of before lead to the same one. */
export function isOfReadOnlyServer(error: DatabaseUnavailable): boolean {
  return error.cause instanceof pg.DatabaseError && error.cause.code === READ_ONLY;
}

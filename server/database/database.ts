import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { commitsOf, type CommitListener, type Following } from './commits.ts';
import type { Connection, Connections, Engine } from './engine.ts';
import { statementOf } from './statement.ts';
import { DatabaseUnavailable } from './unavailable.ts';

const RETRIES = 3;
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';

/**
 * Runs one statement. Values become parameters; a nested `part`…`` (sql-template-tag's `Sql`) is
 * composed in. Out: timestamptz as `2026-05-01T08:00:00.000Z`, date as `2026-05-01`, numeric and
 * int8 as numbers, json parsed, bytea as bytes. In: null and undefined are null, an array is a
 * PostgreSQL array, an object is JSON; an array meant as JSON is written `${list}::jsonb`.
 * Throws the driver's error, with `code` (SQLSTATE) and `constraint`.
 */
export type Sql = <Row = Record<string, unknown>>(
  strings: TemplateStringsArray,
  ...values: unknown[]
) => Promise<Row[]>;

export interface Database {
  kind: 'embedded' | 'server';
  /**
   * One statement of its own. Throws when called inside a transaction's work: that has its own `sql`. Both throw
   * DatabaseUnavailable while the server is away or the disk is full.
   */
  sql: Sql;
  /**
   * Runs the work in one transaction: committed when it resolves, rolled back when it throws, and
   * the error passed on unchanged. After a deadlock or a serialization failure the work is run
   * again, up to 3 times, so it must do nothing outside the database that may not happen twice.
   */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /**
   * Tells the listener what is committed from now on, by whichever process, until it is stopped or the database closed. While
   * the connection that listens is lost, nothing is told: who must not miss a commit also looks by itself.
   */
  follow(listener: CommitListener): Following;
  connections(): Connections;
  /** Waits for running work, then closes. Work that comes later is refused. May be called again. */
  close(): Promise<void>;
  /** Resolves to the error after which the embedded database can do nothing more until the process is started again. */
  panic: Promise<Error>;
}

interface TransactionScope {
  isOpen: boolean;
}

/** Creates the `Database` over an engine: transactions, retries, and errors for misuse. */
export function createDatabase(engine: Engine): Database {
  const currentTransaction = new AsyncLocalStorage<TransactionScope>();
  const running = new Set<Promise<unknown>>();
  let closed: Promise<void> | undefined;

  function track<T>(operation: string, work: () => Promise<T>): Promise<T> {
    // On one connection this would wait for ever; on several it would silently leave the transaction.
    if (currentTransaction.getStore()?.isOpen) {
      return Promise.reject(
        new Error(
          `${operation} was called inside db.transaction: use the sql that the transaction hands to its work.`,
        ),
      );
    }
    if (closed) return Promise.reject(new Error('The database is closed.'));
    const operationDone = work();
    running.add(operationDone);
    const settled = () => void running.delete(operationDone);
    operationDone.then(settled, settled);
    return operationDone;
  }

  async function attempt<T>(connection: Connection, work: (sql: Sql) => Promise<T>): Promise<T> {
    await connection.execute('begin');
    const scope: TransactionScope = { isOpen: true };
    const first: { failure?: unknown } = {};
    const sql = (<Row>(strings: TemplateStringsArray, ...values: unknown[]): Promise<Row[]> => {
      if (!scope.isOpen) {
        return Promise.reject(new Error('This transaction is over: await every statement inside its work.'));
      }
      const rows = connection.run<Row>(statementOf(strings, values));
      // The commit says so of one that nobody waits for.
      rows.catch((error: unknown) => (first.failure ??= error));
      return rows;
    }) satisfies Sql;

    try {
      const result = await currentTransaction.run(scope, () => work(sql));
      scope.isOpen = false;
      const commandTag = await connection.execute('commit');
      // PostgreSQL answers a commit after a failed statement with ROLLBACK and no error.
      if (commandTag === 'ROLLBACK') {
        // Of a statement that was sent along with the commit.
        if (first.failure instanceof DatabaseUnavailable || mayRetry(first.failure)) throw first.failure;
        const message =
          'Nothing was committed: a statement of this transaction failed and its error was not passed on.';
        throw new Error(message, { cause: first.failure });
      }
      return result;
    } catch (error) {
      scope.isOpen = false;
      // The first error is the one to report; a connection that cannot roll back is not used again.
      await connection.execute('rollback').catch(() => connection.discard());
      throw error;
    }
  }

  async function transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    for (let retry = 0; ; retry++) {
      try {
        return await engine.hold((connection) => attempt(connection, work));
      } catch (error) {
        if (retry === RETRIES || !mayRetry(error)) throw error;
        await pause(5 + Math.random() * 20 * 2 ** retry);
      }
    }
  }

  async function close(): Promise<void> {
    while (running.size > 0) await Promise.allSettled(running);
    await commits.end();
    await engine.close();
    // Node visits every storage that was not disabled at each promise that the process makes.
    currentTransaction.disable();
  }

  const sql: Sql = <Row>(strings: TemplateStringsArray, ...values: unknown[]) =>
    track('db.sql', async () => engine.run<Row>(statementOf(strings, values)));
  const commits = commitsOf(engine);

  return {
    kind: engine.kind,
    sql,
    follow: (listener) => commits.follow(listener),
    connections: () => engine.connections(),
    panic: engine.panic,
    transaction: (work) => track('db.transaction', () => transaction(work)),
    close: () => {
      if (currentTransaction.getStore()?.isOpen)
        return Promise.reject(new Error('db.close was called inside db.transaction.'));
      return (closed ??= close());
    },
  };
}

/** Whether an error comes only from a concurrent transaction, so that a retry may succeed. */
export function mayRetry(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === SERIALIZATION_FAILURE || code === DEADLOCK;
}

/** Whether an error says that a row refers to one that is not there, or is referred to (PostgreSQL's code 23503). */
export function violatesForeignKey(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23503';
}

/** Whether an error says that this named constraint (unique, check, foreign key …) was violated. */
export function violates(error: unknown, constraint: string): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    'constraint' in error &&
    String(error.code).startsWith('23') &&
    error.constraint === constraint
  );
}

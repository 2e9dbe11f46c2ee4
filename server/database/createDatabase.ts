import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { commitsOf } from './commits.ts';
import type { Database, Sql } from './database.ts';
import type { Connection, Engine } from './engine.ts';
import { statementOf } from './statement.ts';

const RETRIES = 3;
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';

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
    // Statements started together are sent one after the other: a connection has no second lane.
    let last: Promise<unknown> = Promise.resolve();
    const inOrder = <R>(next: () => Promise<R>): Promise<R> => {
      const result = last.then(next);
      last = result.catch(() => undefined);
      return result;
    };
    const sql = (<Row>(strings: TemplateStringsArray, ...values: unknown[]): Promise<Row[]> => {
      if (!scope.isOpen) {
        return Promise.reject(new Error('This transaction is over: await every statement inside its work.'));
      }
      const statement = statementOf(strings, values);
      return inOrder(() => connection.run<Row>(statement));
    }) satisfies Sql;

    try {
      const result = await currentTransaction.run(scope, () => work(sql));
      const commandTag = await inOrder(() => {
        scope.isOpen = false;
        return connection.execute('commit');
      });
      // PostgreSQL answers a commit after a failed statement with ROLLBACK and no error.
      if (commandTag === 'ROLLBACK') {
        throw new Error(
          'Nothing was committed: a statement of this transaction failed and its error was not passed on.',
        );
      }
      return result;
    } catch (error) {
      scope.isOpen = false;
      await last;
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
function mayRetry(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === SERIALIZATION_FAILURE || code === DEADLOCK;
}

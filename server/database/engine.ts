import type { Statement } from './statement.ts';

/**
 * One connection, used by one transaction or statement at a time. What is started before the answer of what came before it is run
 * after that, in the order in which it was started; on a server it is sent at once.
 */
export interface Connection {
  run<Row>(statement: Statement): Promise<Row[]>;
  /**
   * Runs a script of statements without values; answers the last one's command tag, such as `COMMIT`. `untimed` for a
   * script that may take as long as it needs.
   */
  execute(script: string, options?: { untimed?: boolean }): Promise<string>;
  /** Marks this connection as broken: it is closed instead of returned to the pool. */
  discard(): void;
}

/** The number of connections, of idle ones, and of callers that wait for one. */
export type Connections = Record<'size' | 'idle' | 'waiting', number>;

/** Who follows a channel of `pg_notify`. */
export interface ChannelListener {
  onMessage: (message: string) => void;
  /** Called where messages may have been missed: before the first one, and after the connection was lost. */
  onGap: () => void;
}

/** The interface of the embedded database and of a PostgreSQL server; everything else is shared. */
export interface Engine {
  kind: 'embedded' | 'server';
  run<Row>(statement: Statement): Promise<Row[]>;
  hold<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /**
   * Follows a channel until the returned function is called: messages come once their transaction is committed. Resolves
   * when it is followed, or when a connection to listen on failed; one that failed or is lost later is replaced.
   */
  listen(channel: string, listener: ChannelListener): Promise<() => Promise<void>>;
  connections(): Connections;
  close(): Promise<void>;
  /** Resolves to the error after which the engine can do nothing more in this process. */
  panic: Promise<Error>;
}

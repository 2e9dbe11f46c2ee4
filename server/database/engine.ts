import type { Statement } from './statement.ts';

/** One connection, held by one piece of work at a time. */
export interface Connection {
  run<Row>(statement: Statement): Promise<Row[]>;
  /** Runs a script of statements without values; answers the last one's command tag, such as `COMMIT`. */
  execute(script: string): Promise<string>;
  /** Marks this connection as broken: it is closed instead of returned to the pool. */
  discard(): void;
}

/** How many connections there are, how many of them have nothing to do, and how much work waits for one. */
export type Connections = Record<'size' | 'idle' | 'waiting', number>;

/** What the embedded database and a PostgreSQL server each do in their own way; the rest is in `queries.ts`. */
export interface Engine {
  kind: 'embedded' | 'server';
  run<Row>(statement: Statement): Promise<Row[]>;
  hold<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  connections(): Connections;
  close(): Promise<void>;
}

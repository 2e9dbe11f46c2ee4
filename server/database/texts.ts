import type pg from 'pg';
import { serialize } from 'pg-protocol';
import type { Texts } from './engine.ts';
import type { Statement } from './statement.ts';
import { ArrayLiteral, type Encoded } from './values.ts';

/** Runs a statement and answers its rows as PostgreSQL writes them. */
export function texts(client: pg.ClientBase, statement: Statement): Promise<Texts[]> {
  return new Promise((resolve, reject) => {
    const rows: Texts[] = [];
    client.query(new TextsQuery(statement, rows, (error) => (error ? reject(error) : resolve(rows))));
  });
}

/** What a connection of `pg` knows of itself, and its types leave out. */
interface Known {
  /** The texts of statements by the names that they are prepared under. */
  parsedStatements: Record<string, string>;
}

/** What follows the values: run it, and say when all of it is over. */
const RUN = Buffer.concat([serialize.execute(), serialize.sync()]);

/**
 * A query that is sent in one piece and keeps its rows as they arrive, where `pg` would send four, have the columns
 * described and make an object of each row. Its methods are those that `pg` calls on whatever is submitted to it, as
 * `pg-cursor` has them: https://github.com/brianc/node-postgres/blob/master/packages/pg/lib/client.js
 */
class TextsQuery implements pg.Submittable {
  /** Both read by `pg`, which remembers what is prepared. */
  readonly name: string | undefined;
  readonly text: string;
  /** Wrapped by `pg` where the address sets a `query_timeout`. */
  callback: (error?: Error) => void;
  readonly #values: Encoded[];
  readonly #rows: Texts[];

  constructor({ name, text, values }: Statement, rows: Texts[], callback: (error?: Error) => void) {
    this.name = name;
    this.text = text;
    this.#values = values;
    this.#rows = rows;
    this.callback = callback;
  }

  submit(connection: pg.Connection): void {
    const { name = '', text } = this;
    const { parsedStatements } = connection as pg.Connection & Known;
    const bind = serialize.bind({ statement: name, values: this.#values, valueMapper: asText });
    const parts =
      name && parsedStatements[name] === text ? [bind, RUN] : [serialize.parse({ name, text }), bind, RUN];
    // A connection that was lost tells so itself.
    if (connection.stream.writable) connection.stream.write(Buffer.concat(parts));
  }

  handleDataRow({ fields }: { fields: Texts }): void {
    this.#rows.push(fields);
  }

  handleCommandComplete(): void {
    // How many rows there were is seen by them.
  }

  handleEmptyQuery(): void {
    // Nothing to run has no rows.
  }

  handleReadyForQuery(): void {
    this.callback();
  }

  handleError(error: Error): void {
    this.callback(error);
  }
}

function asText(value: Encoded): string | null {
  return value instanceof ArrayLiteral ? value.text : value;
}

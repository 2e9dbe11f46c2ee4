import { afterAll, afterEach } from 'vitest';
import { openMemory } from '../../../../server/database/embedded.ts';
import type { Engine } from '../../../../server/database/engine.ts';
import { openServer } from '../../../../server/database/postgres.ts';
import { statementOf } from '../../../../server/database/statement.ts';
import { serverDatabase } from './database.ts';
import { postgresIfInstalled } from './postgres.ts';

export const query = (strings: TemplateStringsArray, ...values: unknown[]) => statementOf(strings, values);

interface DatabaseKind {
  kind: string;
  /** The address of the server; of the embedded database none. */
  url?: string;
}

/** Both kinds of database, with a server of the file's own, which ends after its tests. */
export async function databaseKinds(): Promise<DatabaseKind[]> {
  // Where PostgreSQL is not installed, its tests are no part of the suite.
  const postgres = await postgresIfInstalled();
  afterAll(() => postgres?.stop());
  return [{ kind: 'the embedded database' }, ...(postgres ? [{ kind: 'a server', url: postgres.url }] : [])];
}

/** Opens empty databases of one kind for the tests of a `describe`, and closes them after each. */
export function emptyDatabases(url: string | undefined) {
  const cleanUp: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const step of cleanUp.splice(0).reverse()) await step();
  });

  let embedded: Engine | undefined;
  afterAll(() => embedded?.close());

  async function open(): Promise<{ engine: Engine; another: () => Engine }> {
    if (url === undefined) {
      // To open one takes seconds, so one is emptied for the next test.
      const engine = (embedded ??= await openMemory());
      cleanUp.push(() =>
        engine.hold(async ({ execute }) => {
          await execute('drop schema public cascade');
          await execute('create schema public');
        }),
      );
      return { engine, another: () => engine };
    }
    const own = await serverDatabase(url);
    cleanUp.push(own.drop);
    const another = () => {
      const engine = openServer(own.url);
      cleanUp.push(() => engine.close());
      return engine;
    };
    return { engine: another(), another };
  }

  return open;
}

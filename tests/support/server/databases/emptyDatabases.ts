import { afterAll, afterEach } from 'vitest';
import { openMemory } from '../../../../server/database/embedded.ts';
import type { Engine } from '../../../../server/database/engine.ts';
import { openServer } from '../../../../server/database/postgres.ts';
import { serverDatabase } from './database.ts';
import { postgresIfInstalled } from './postgres.ts';

interface EmptyDatabase {
  engine: Engine;
  /** Another process's way to it; on the embedded database there is none but the first. */
  another: () => Engine;
}

/**
 * The kinds of database, for `describe.each`, each with what opens one without tables for a test. Where PostgreSQL is not
 * installed, its tests are no part of the suite.
 */
export async function emptyDatabases() {
  const postgres = await postgresIfInstalled();
  const cleanUp: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const step of cleanUp.splice(0).reverse()) await step();
  });

  let embedded: Engine | undefined;
  afterAll(async () => {
    await embedded?.close();
    await postgres?.stop();
  });

  async function openEmbedded(): Promise<EmptyDatabase> {
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

  async function openOnServer(url: string): Promise<EmptyDatabase> {
    const own = await serverDatabase(url);
    cleanUp.push(own.drop);
    const another = () => {
      const engine = openServer(own.url);
      cleanUp.push(() => engine.close());
      return engine;
    };
    return { engine: another(), another };
  }

  return [
    { kind: 'the embedded database', open: openEmbedded },
    ...(postgres ? [{ kind: 'a server', open: () => openOnServer(postgres.url) }] : []),
  ];
}

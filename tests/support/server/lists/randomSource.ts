import type { Sql as Part } from 'sql-template-tag';
import type { TestServer } from '../server.ts';
import { server } from '../world.ts';

/** What changes a database, by some manager or resident; what is refused changes nothing. */
export type RandomChanges = Record<string, (by: TestServer) => Promise<unknown>>;

export type Random = (least: number, most: number) => number;

export interface Tokens {
  managers: string[];
  residents: string[];
}

/** What changes are drawn from. */
export type RandomSource = ReturnType<typeof randomSource>;

export function randomSource(random: Random, tokens: Tokens) {
  const pick = <T>(from: readonly T[]): T => from[random(0, from.length - 1)]!;
  return {
    ...{ random, tokens, pick },
    one: (most: number) => random(1, most),
    money: () => random(1, 50_000) / 100,
    asManager: () => pick(tokens.managers),
    asResident: () => pick(tokens.residents),
    anyone: () => pick([...tokens.managers, ...tokens.residents]),
    /** One of the ids that a query finds; 0, which nothing has, where it finds none. */
    async anId(query: Part): Promise<number> {
      const rows = await server.database.sql<{ id: number }>`select id from (${query}) as found order by id`;
      return rows.length === 0 ? 0 : pick(rows).id;
    },
    call: (
      by: TestServer,
      method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
      path: string,
      as: string,
      body?: object,
    ) => by.call(method, path, { as, ...(body ? { body } : {}) }),
  };
}

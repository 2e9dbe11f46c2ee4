import type { Sql } from '../database/database.ts';

/** The name of the community, as messages say it. */
export function communityName(_sql: Sql): Promise<string> {
  return Promise.resolve('Porchlight');
}

import { withDatabase } from './database.ts';

/** When the server answered each cached read of this user, by cache key. */
export async function cachedAges(userId: number): Promise<Map<string, Date>> {
  return withDatabase(async (db) => {
    const reads = await db.kept.where({ userId }).toArray();
    return new Map(reads.map(({ key, asOf }) => [key, asOf]));
  });
}

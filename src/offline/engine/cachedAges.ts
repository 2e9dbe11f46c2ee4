import { checkedKey } from './cachedReads.ts';
import { withDatabase } from './database.ts';

/** When the server answered each cached read of this user last, by cache key. */
export async function cachedAges(userId: number): Promise<Map<string, Date>> {
  return withDatabase(async (db) => {
    const reads = await db.kept.where({ userId }).toArray();
    const ages = new Map(reads.map(({ key, asOf }) => [key, asOf]));
    return new Map(reads.map(({ key, asOf }) => [key, ages.get(checkedKey(key)) ?? asOf]));
  });
}

import { checkedKey } from './cachedReads.ts';
import { withDatabase } from '../database.ts';
import { readKeyOf } from './storedReads.ts';

/** When the server answered each cached read of this user last, by cache key. */
export async function cachedAges(userId: number): Promise<Map<string, Date>> {
  return withDatabase(async (db) => {
    const keys = await db.kept.where({ userId }).primaryKeys();
    const records = await db.kept.bulkGet(keys.filter(([, key]) => readKeyOf(key) !== undefined));
    const ages = new Map(
      records.flatMap((read) => (read ? [[readKeyOf(read.key) ?? read.key, read.asOf]] : [])),
    );
    return new Map([...ages].map(([key, asOf]) => [key, ages.get(checkedKey(key)) ?? asOf]));
  });
}

import * as z from 'zod/mini';
import { storageRefused } from '../../offline/engine/storage/storageRefusal.ts';
import { readMark, removeMark, writeMark } from '../../session/deviceMarks.ts';
import { readFact, withDatabase } from '../../offline/engine/database.ts';

const STORED = 'porchlight.waiting';

/** The record about the outbox that outlives the database. */
const WaitingCount = z.object({
  userId: z.int(),
  /** The id of the database that contained the changes. */
  born: z.optional(z.string()),
  waiting: z.int(),
});

function databaseName(): Promise<string | undefined> {
  return withDatabase((db) => readFact(db, 'born'));
}

/** Undefined if there is none, or one that is not ours. */
function readWaitingCount(): z.infer<typeof WaitingCount> | undefined {
  try {
    return WaitingCount.safeParse(JSON.parse(readMark(STORED) ?? 'null')).data;
  } catch {
    return undefined;
  }
}

/** Records how many unsent changes of this user are in the database. */
export async function saveWaitingCount(userId: number, waiting: number): Promise<void> {
  const count = { userId, born: await databaseName(), waiting } satisfies z.infer<typeof WaitingCount>;
  // A database in memory says nothing about the one on the disk.
  if (storageRefused()) return;
  writeMark(STORED, JSON.stringify(count));
}

/** The number of this user's changes that were lost because the browser deleted the database; reported once. */
export async function takeLostCount(userId: number): Promise<number> {
  const last = readWaitingCount();
  if (last?.userId !== userId || last.born === (await databaseName()) || storageRefused()) return 0;
  removeMark(STORED);
  return last.waiting;
}

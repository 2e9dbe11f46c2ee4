import { readMark, removeMark, writeMark } from '../session/deviceMarks.ts';
import { readFact, withDatabase } from '../offline/engine/database.ts';

const STORED = 'porchlight.waiting';

/** The record about the outbox that outlives the database. */
interface WaitingCount {
  userId: number;
  /** The id of the database that held the changes. */
  born: string | undefined;
  waiting: number;
}

function databaseName(): Promise<string | undefined> {
  return withDatabase((db) => readFact(db, 'born'));
}

/** Records how many unsent changes of this user are in the database. */
export async function saveWaitingCount(userId: number, waiting: number): Promise<void> {
  const count: WaitingCount = { userId, born: await databaseName(), waiting };
  writeMark(STORED, JSON.stringify(count));
}

/** The number of this user's changes that were lost because the browser deleted the database; reported once. */
export async function takeLostCount(userId: number): Promise<number> {
  const text = readMark(STORED);
  if (!text) return 0;
  const last = JSON.parse(text) as WaitingCount;
  if (last.userId !== userId || last.born === (await databaseName())) return 0;
  removeMark(STORED);
  return last.waiting;
}

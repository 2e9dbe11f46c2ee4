import { readFact, withDatabase } from '../offline/engine/database.ts';

const STORED = 'porchlight.waiting';

/** What local storage remembers of the database, which browsers evict apart. */
interface WaitingCount {
  userId: number;
  /** The name of the database that the changes were in. */
  born: string | undefined;
  waiting: number;
}

function databaseName(): Promise<string | undefined> {
  return withDatabase((db) => readFact(db, 'born'));
}

/** Remembers outside the database how many changes of this person wait in it. */
export async function saveWaitingCount(userId: number, waiting: number): Promise<void> {
  const count: WaitingCount = { userId, born: await databaseName(), waiting };
  localStorage.setItem(STORED, JSON.stringify(count));
}

/** How many changes of this person were lost because the browser threw the database away; told once. */
export async function takeLostCount(userId: number): Promise<number> {
  const text = localStorage.getItem(STORED);
  if (!text) return 0;
  const last = JSON.parse(text) as WaitingCount;
  if (last.userId !== userId || last.born === (await databaseName())) return 0;
  localStorage.removeItem(STORED);
  return last.waiting;
}

import { withDatabase } from '../offline/engine/database.ts';

const NOTED = 'porchlight.waiting';

/** What local storage remembers of the database, which browsers evict apart. */
interface Noted {
  userId: number;
  /** The name of the database that the changes were in. */
  born: unknown;
  waiting: number;
}

async function born(): Promise<unknown> {
  return (await withDatabase((db) => db.device.get('born')))?.value;
}

/** Remembers outside the database how many changes of this person wait in it. */
export async function saveWaitingCount(userId: number, waiting: number): Promise<void> {
  const noted: Noted = { userId, born: await born(), waiting };
  localStorage.setItem(NOTED, JSON.stringify(noted));
}

/** How many changes of this person were lost because the browser threw the database away; told once. */
export async function takeLostCount(userId: number): Promise<number> {
  const text = localStorage.getItem(NOTED);
  if (!text) return 0;
  const noted = JSON.parse(text) as Noted;
  if (noted.userId !== userId || noted.born === (await born())) return 0;
  localStorage.removeItem(NOTED);
  return noted.waiting;
}

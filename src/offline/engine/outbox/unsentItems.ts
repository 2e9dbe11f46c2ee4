import { withDatabase, type OutboxItem } from '../database.ts';

/** A user's items in the order in which they were queued. */
export async function itemsOf(userId: number): Promise<OutboxItem[]> {
  return withDatabase((db) => db.outbox.where({ userId }).sortBy('seq'));
}

export async function findItem(id: string): Promise<OutboxItem | undefined> {
  return withDatabase((db) => db.outbox.where({ id }).first());
}

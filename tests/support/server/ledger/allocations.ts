import type { EntryType } from '../../../../contract/ledger/entryKinds.ts';
import type { Transaction } from '../../../../contract/ledger/ledger.ts';
import { postEntry, type NewEntry } from '../../../../server/resources/ledger/postEntries.ts';
import { residentWith } from '../accounts.ts';
import { manager, server } from '../world.ts';

const MANAGER = 1;

export async function account() {
  const { sql } = server.database;
  const username = await residentWith(server);
  const [user] = await sql<{ id: number }>`select id from users where username = ${username}`;
  const userId = user!.id;
  const entry = (type: EntryType, amount: number, more: Partial<NewEntry> = {}): NewEntry => ({
    ...{ user_id: userId, unit_id: 1, amount, type, description: type, created_by: MANAGER },
    ...more,
  });
  const post = (type: EntryType, amount: number, more: Partial<NewEntry> = {}) =>
    postEntry(sql, entry(type, amount, more)).then(({ id }) => id);
  const history = async () =>
    (await server.call('GET', `/transactions/user-history/${userId}`, { as: manager })).json<Transaction[]>();
  /** What the entries that pay anything pay, by id. */
  const paying = async () =>
    Object.fromEntries(
      (await history())
        .filter(({ pays }) => pays?.length)
        .map(({ id, pays }) => [id, Object.fromEntries(pays!.map((paid) => [paid.id, paid.amount]))]),
    );
  return { userId, entry, post, history, paying };
}

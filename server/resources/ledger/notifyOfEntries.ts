import { entryKind, ENTRY_KINDS } from '../../../contract/ledger/entryKinds.ts';
import type { Sql } from '../../database/database.ts';
import { notify, type NewNotification } from '../../notifications/notify.ts';

interface Entry {
  id: number;
  user_id: number;
  amount: number;
  type: string;
  description: string;
  reverses: number | null;
  /** The tenant who paid, where that is not whose entry it is. */
  paid_by: number | null;
}

/** What an entry means to its tenant; undefined for what is not told, such as a charge that was reversed, a credit, or a refund that management handed over. */
function meaningOf({ type, amount, reverses }: Entry): 'charge' | 'payment' | 'taken back' | undefined {
  const kind = entryKind(type);
  if (type === ENTRY_KINDS.reversal.type) return amount > 0 ? 'taken back' : undefined;
  if (reverses !== null || !kind) return undefined;
  if (kind.receipt) return 'payment';
  if (kind.sign === 'credit' || kind.form === 'refund') return undefined;
  return kind.postedBy === 'card provider' ? 'taken back' : 'charge';
}

/** Tells tenants of their new entries: of each payment, and once of all charges that were posted together. */
export async function notifyOfEntries(sql: Sql, entries: readonly Entry[]): Promise<void> {
  const events: NewNotification[] = [];
  const names = await readNames(
    sql,
    entries.flatMap(({ paid_by }) => paid_by ?? []),
  );
  const charges = new Map<number, { entry_id: number; amount: number; description: string }[]>();
  for (const entry of entries) {
    const { id: entry_id, user_id, paid_by, amount, description } = entry;
    const to = [user_id];
    const payer = paid_by === null ? undefined : names.get(paid_by);
    switch (meaningOf(entry)) {
      case 'payment':
        events.push({
          kind: 'payment_received',
          to,
          data: { entry_id, amount: -amount, ...(payer ? { payer } : {}) },
        });
        if (paid_by !== null) {
          events.push({ kind: 'payment_received', to: [paid_by], data: { entry_id, amount: -amount } });
        }
        break;
      case 'taken back':
        events.push({ kind: 'payment_taken_back', to, data: { entry_id, amount, description } });
        if (paid_by !== null) {
          const data = { entry_id, amount, description, of_home: true as const };
          events.push({ kind: 'payment_taken_back', to: [paid_by], data });
        }
        break;
      case 'charge': {
        const together = charges.get(user_id) ?? [];
        if (together.length === 0) charges.set(user_id, together);
        together.push({ entry_id, amount, description });
        break;
      }
      case undefined:
    }
  }
  for (const [user_id, together] of charges) {
    events.push({ kind: 'charge_posted', to: [user_id], data: { charges: together } });
  }
  await notify(sql, ...events);
}

/** The first and last names of tenants who paid for others, by id. */
async function readNames(sql: Sql, payers: readonly number[]): Promise<Map<number, string>> {
  if (payers.length === 0) return new Map();
  const rows = await sql<{ id: number; name: string }>`
    select id, first_name || ' ' || last_name as name from users where id = any(${payers}::int[])`;
  return new Map(rows.map(({ id, name }) => [id, name]));
}

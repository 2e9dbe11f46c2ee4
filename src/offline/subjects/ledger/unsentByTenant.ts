import { toCents } from '../../../../contract/values/money.ts';
import { withDatabase, type OutboxItem } from '../../engine/database.ts';
import { isPayment } from '../doorPayments.ts';
import { isGiven } from './givenEntries.ts';

/** What was recorded of an account, in whole cents above 0. */
export interface Amounts {
  charged: number;
  credited: number;
  paid: number;
}

/** What the balance of a tenant may lack of what this device has or sent. */
export interface UnsentOfTenant {
  /** What the server surely does not have. */
  unsent: Amounts;
  /** What may have arrived, and so may be in the balance already. */
  inDoubt: Amounts;
  /** What was sent after the balance was read. */
  sent: Amounts;
}

const NO_AMOUNTS: Amounts = { charged: 0, credited: 0, paid: 0 };

/** What these add to what is owed, in whole cents. */
export function addedBy({ charged, credited, paid }: Amounts): number {
  return charged - credited - paid;
}

/** What a ledger lacks whose entries are without those that wait here: what is unsent, and what may have arrived. */
export function unsentOf(tenant: UnsentOfTenant | undefined): Amounts {
  const { unsent, inDoubt } = tenant ?? { unsent: NO_AMOUNTS, inDoubt: NO_AMOUNTS };
  return {
    charged: unsent.charged + inDoubt.charged,
    credited: unsent.credited + inDoubt.credited,
    paid: unsent.paid + inDoubt.paid,
  };
}

/** Something of an account that was sent. */
export interface SentAmount {
  userId: number;
  kind: keyof Amounts;
  /** Dollars. */
  amount: number;
}

/**
 * What is unsent of each tenant's payments, charges and credits, by the id of whose account it is. A refused one is not counted, as it
 * waits for a decision.
 */
export function unsentByTenant(
  items: readonly OutboxItem[],
  sentSince: readonly SentAmount[] = [],
): Map<number, UnsentOfTenant> {
  const byTenant = new Map<number, UnsentOfTenant>();
  const add = (part: keyof UnsentOfTenant, { userId, kind, amount }: SentAmount) => {
    const before = byTenant.get(userId) ?? { unsent: NO_AMOUNTS, inDoubt: NO_AMOUNTS, sent: NO_AMOUNTS };
    const amounts = { ...before[part], [kind]: before[part][kind] + toCents(amount) };
    byTenant.set(userId, { ...before, [part]: amounts });
  };
  for (const item of items) {
    const recorded = item.refusal ? undefined : amountOf(item);
    if (recorded) add(item.mayHaveArrived ? 'inDoubt' : 'unsent', recorded);
  }
  for (const sent of sentSince) add('sent', sent);
  return byTenant;
}

function amountOf(item: OutboxItem): SentAmount | undefined {
  if (isPayment(item)) {
    const { body } = item.input;
    const userId = (body.for_home && item.shown.home?.user_id) || body.userId;
    return { userId, kind: 'paid', amount: body.amount };
  }
  if (!isGiven(item)) return undefined;
  const { userId, amount } = item.input.body;
  return { userId, kind: item.route === 'createCharge' ? 'charged' : 'credited', amount };
}

/** The payments, charges and credits that this device sent after a time. */
export async function readSentSince(author: number, since: Date): Promise<SentAmount[]> {
  const sent = await withDatabase((db) => db.sent.where({ userId: author }).toArray());
  return sent.flatMap((item): SentAmount[] => {
    if (item.at <= since) return [];
    switch (item.route) {
      case 'recordPayment':
        return [{ userId: item.answer.user_id, kind: 'paid', amount: -item.answer.amount }];
      case 'createCharge':
        return [{ userId: item.answer.user_id, kind: 'charged', amount: item.answer.amount }];
      case 'createCredit':
        return [{ userId: item.answer.user_id, kind: 'credited', amount: -item.answer.amount }];
      default:
        return [];
    }
  });
}

import type { OutboxItem } from '../../../src/offline/engine/database.ts';
import type { TestServer } from '../../support/server/server.ts';
import type { Actor } from './actor.ts';
import { textPrefix, type Payment } from '../expected.ts';
import type { Person } from '../people.ts';
import type { Sandbox } from '../simulation/sandbox.ts';

const SHOWN = { name: 'Robin Hale', unit_number: '1', property_name: null, received_by: 'Robin Hale' };

/** Records a payment of an amount of its own in each tab, at the same moment. */
export async function recordPayments(
  actor: Actor,
  tabs: readonly Sandbox[],
  author: Person,
  tenant: Person,
): Promise<void> {
  await Promise.all(
    tabs.map(async (tab) => {
      const payment: Payment = {
        ...{ kind: 'payment', n: actor.expected.length + 1, author, tenant },
        ...{ uncertain: true, discarded: 'no', receipt: undefined },
      };
      actor.expected.push(payment);
      const body = {
        ...{ userId: tenant.id, unitId: tenant.unit ?? null, amount: payment.n, type: 'Cash' as const },
        ...{ description: `${textPrefix(actor.tag, payment)}paid`, ask_if_repeated: true },
      };
      const outcome = await actor.act(tab, async () => {
        const item = await tab.app.queue({
          ...{ userId: author.id, route: 'recordPayment', input: { body }, shown: SHOWN },
        });
        payment.receipt = numberOf(item);
      });
      payment.uncertain = outcome !== 'completed';
    }),
  );
}

/** Discards an unsent payment, which is refused in words once it may have arrived. */
export async function discardPayment(actor: Actor, tab: Sandbox, item: OutboxItem): Promise<void> {
  const payment = actor.expected.find(
    (each): each is Payment => each.kind === 'payment' && isOf(item, textPrefix(actor.tag, each)),
  );
  if (!payment) return;
  const outcome = await actor.act(tab, () => tab.app.discard(item.id));
  if (outcome !== 'rejected') payment.discarded = outcome === 'completed' ? 'yes' : 'perhaps';
}

export interface PostedPayment {
  user_id: number;
  created_by: number;
  text: string;
  receipt_number: string | null;
}

/** The payments of a schedule in the ledger. */
export function readPayments({ database }: TestServer, pattern: string): Promise<PostedPayment[]> {
  return database.sql<PostedPayment>`
    select user_id, created_by, description as text, receipt_number from transactions where description like ${pattern}`;
}

interface PaymentResult {
  changes: number;
  waiting: number;
  fault?: { is: 'lost' | 'repeated' | 'wrong'; how: string };
}

/** A payment that was queued is one entry with the receipt number that it was given, or waits for a person. */
export function checkPayment(
  { author, tenant, uncertain, discarded, receipt }: Payment,
  prefix: string,
  { payments, items }: { payments: readonly PostedPayment[]; items: readonly OutboxItem[] },
): PaymentResult {
  const posted = payments.filter(({ text }) => text.startsWith(prefix));
  const own = items.filter((item) => isOf(item, prefix));
  const waiting = own.filter(({ refusal }) => refusal).length;
  const changes = posted.length + own.length > 0 || (!uncertain && discarded === 'no') ? 1 : 0;
  const fault = (is: 'lost' | 'repeated' | 'wrong', how: string) => ({
    changes,
    waiting: 0,
    fault: { is, how },
  });
  const [entry] = posted;
  const refused = own.find(({ refusal }) => REPEATED.has(refusal?.failure.code ?? ''));
  if (posted.length > 1) return fault('repeated', `was recorded ${posted.length} times`);
  if (entry && own.length > 0) return fault('repeated', 'was recorded, and waits to be sent as well');
  if (refused) return fault('wrong', `was refused: ${refused.refusal?.failure.message}`);
  if (entry && discarded === 'yes') return fault('wrong', 'was recorded although it was discarded');
  if (entry && receipt !== undefined && entry.receipt_number !== receipt)
    return fault('wrong', `has receipt ${entry.receipt_number} and was given ${receipt}`);
  if (entry && (entry.user_id !== tenant.id || entry.created_by !== author.id))
    return fault('wrong', 'was recorded for or by another person');
  if (own.length > waiting) return fault('lost', 'waits for nobody');
  if (changes === 1 && posted.length + own.length === 0) return fault('lost', 'is nowhere');
  return { changes, waiting };
}

/** Refusals of what this phone alone does: its payments have amounts and numbers of their own. */
const REPEATED = new Set(['payment_repeated', 'receipt_number_used', 'unknown_receipt_number']);

/** The receipt numbers that two payments were given. */
export function repeatedNumbers(payments: readonly Payment[]): string[] {
  const given = payments.flatMap(({ receipt }) => receipt ?? []);
  return given.filter((number, at) => given.indexOf(number) !== at);
}

function isOf(item: OutboxItem, prefix: string): boolean {
  return item.route === 'recordPayment' && (item.input.body.description ?? '').startsWith(prefix);
}

function numberOf(item: OutboxItem): string | undefined {
  return item.route === 'recordPayment' ? (item.input.body.receipt_number ?? undefined) : undefined;
}

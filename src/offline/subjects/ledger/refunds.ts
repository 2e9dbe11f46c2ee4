import type { Input } from '../../../../contract/http/route.ts';
import type { Routes } from '../../../../contract/routes.ts';
import { updateCached } from '../../engine/reads/cachedReads.ts';
import type { OutboxItem } from '../../engine/database.ts';
import type { Policies } from '../../engine/policies.ts';

/** The data stored with a refund, to show it. */
export interface ShownRefund {
  /** Who got it: first and last name. */
  name: string;
  unit_number: string | null;
  property_name: string | null;
}

declare module '../../engine/database.ts' {
  interface StoredChanges {
    recordRefund: {
      input: { params?: undefined; body: Input<Routes['recordRefund']>['body'] };
      shown: ShownRefund;
    };
  }
}

export type RefundItem = OutboxItem<'recordRefund'>;
export type RefundBody = RefundItem['input']['body'];

export function isRefund(item: OutboxItem): item is RefundItem {
  return item.route === 'recordRefund';
}

export const refundPolicies: Pick<Policies, 'recordRefund'> = {
  recordRefund: {
    setRight: ({ body, ...input }, { wrong, right }) => ({
      ...input,
      body: body.refunded_on === wrong ? { ...body, refunded_on: right } : body,
    }),
    // The balances are read again: what the server added up since may already contain this refund.
    applyResponse: (db, item, answer) =>
      updateCached(
        db,
        item.userId,
        'listUserTransactions',
        (entries) => (entries.some(({ id }) => id === answer.id) ? entries : [answer, ...entries]),
        { params: { id: String(answer.user_id) } },
      ),
    irrevocable:
      'This refund may have reached Porchlight already. It can be changed once its answer is known.',
  },
};

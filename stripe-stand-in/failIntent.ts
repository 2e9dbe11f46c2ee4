import type { Account, Intent } from './account.ts';

/** Marks an intent as one that needs another payment method. */
export function fail(account: Account, intent: Intent, error: Record<string, unknown>): void {
  Object.assign(intent, {
    status: 'requires_payment_method',
    next_action: null,
    payment_method: null,
    last_payment_error: error,
  } satisfies Partial<Intent>);
  account.tell('payment_intent.payment_failed', intent);
}

/** The end of a debit from one of Stripe's test bank accounts. */
export interface TestBank {
  last4: string;
  failed?: { code: string; message: string };
  /** Taken back after it succeeded. */
  disputed?: true;
  /** Processed for ever. */
  stays?: true;
}

function failing(last4: string, code: string, message: string): TestBank {
  return { last4, failed: { code, message } };
}

/**
 * By the ids of Stripe's test payment methods.
 * https://docs.stripe.com/payments/ach-direct-debit/accept-a-payment#test-account-numbers
 */
export const testBanks: Record<string, TestBank> = {
  pm_usBankAccount_success: { last4: '6789' },
  pm_usBankAccount_accountClosed: failing(
    '1113',
    'account_closed',
    "The customer's bank account has been closed.",
  ),
  pm_usBankAccount_noAccount: failing(
    '1116',
    'no_account',
    "The customer's bank account could not be located.",
  ),
  pm_usBankAccount_insufficientFunds: failing(
    '2227',
    'insufficient_funds',
    "The customer's account has insufficient funds to cover this payment.",
  ),
  pm_usBankAccount_debitNotAuthorized: failing(
    '3335',
    'debit_not_authorized',
    'The customer has notified their bank that this payment was unauthorized.',
  ),
  pm_usBankAccount_dispute: { last4: '5559', disputed: true },
  pm_usBankAccount_processing: { last4: '0009', stays: true },
};

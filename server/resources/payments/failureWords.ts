/** What the codes of failed debits mean. https://docs.stripe.com/payments/ach-direct-debit#failed-payments */
const WORDS: Readonly<Record<string, string>> = {
  account_closed: 'The bank account is closed.',
  no_account: 'The bank does not know this account.',
  insufficient_funds: 'There was not enough money in the account.',
  debit_not_authorized: 'The bank was told that the debit is not authorized.',
};

/** Why a debit failed, in a sentence for its person. */
export function whyFailed(code: string | null): string {
  return WORDS[code ?? ''] ?? 'The bank refused the debit.';
}

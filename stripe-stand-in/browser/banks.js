/** @typedef {import('./paymentElement.js').Fault} Fault */
/** @typedef {import('./paymentElement.js').Method} Method */

/**
 * The payment methods of Stripe's test bank accounts by number. Only the method is sent; a number never leaves the page.
 * https://docs.stripe.com/payments/ach-direct-debit/accept-a-payment#test-account-numbers
 * @type {Record<string, string>}
 */
const testBanks = {
  '000123456789': 'pm_usBankAccount_success',
  '000111111113': 'pm_usBankAccount_accountClosed',
  '000111111116': 'pm_usBankAccount_noAccount',
  '000222222227': 'pm_usBankAccount_insufficientFunds',
  '000333333335': 'pm_usBankAccount_debitNotAuthorized',
  '000555555559': 'pm_usBankAccount_dispute',
  '000000000009': 'pm_usBankAccount_processing',
};

/** @param {string} text */
const digitsOf = (text) => text.replace(/\D/g, '');

/** @param {Record<string, string>} typed @returns {Fault[]} */
function faultsOf({ routing = '', account = '', holder = '' }) {
  /** @type {Fault[]} */
  const faults = [];
  if (holder.trim() === '') {
    faults.push({ field: 'holder', code: 'incomplete_name', message: 'Your name is incomplete.' });
  }
  if (digitsOf(routing).length !== 9) {
    faults.push({
      field: 'routing',
      code: 'incomplete_routing_number',
      message: 'Your routing number is incomplete.',
    });
  }
  if (digitsOf(account).length < 4) {
    faults.push({
      field: 'account',
      code: 'incomplete_account_number',
      message: 'Your account number is incomplete.',
    });
  }
  return faults;
}

/** @param {Record<string, string>} typed */
function methodOf({ routing = '', account = '' }) {
  const method = digitsOf(routing) === '110000000' ? testBanks[digitsOf(account)] : undefined;
  if (method) return { method };
  const message =
    'This is not one of the test bank accounts: https://docs.stripe.com/payments/ach-direct-debit/accept-a-payment#test-account-numbers.';
  return { error: { type: 'invalid_request_error', code: 'bank_account_unusable', message } };
}

/** A bank account, as the Payment Element takes it. @type {Method} */
export const bankAccount = {
  type: 'us_bank_account',
  label: 'US bank account',
  note: 'Test mode: no real account is debited. Pay with routing number 110000000, account number 000123456789 and any name.',
  terms: 'By continuing, you authorize debits from this account for what you pay here or have agreed to.',
  fields: [
    {
      name: 'holder',
      label: 'Name on the account',
      hint: 'First and last name',
      text: true,
      group: (text) => text,
    },
    {
      name: 'routing',
      label: 'Routing number',
      hint: '110000000',
      group: (text) => digitsOf(text).slice(0, 9),
    },
    {
      name: 'account',
      label: 'Account number',
      hint: '000123456789',
      group: (text) => digitsOf(text).slice(0, 17),
    },
  ],
  faultsOf,
  methodOf,
};

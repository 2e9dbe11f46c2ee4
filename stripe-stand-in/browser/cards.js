/**
 * The payment methods of Stripe's test cards by number. Only the method is sent; a number never leaves the page.
 * https://docs.stripe.com/testing#cards
 * @type {Record<string, string>}
 */
const testCards = {
  4242424242424242: 'pm_card_visa',
  5555555555554444: 'pm_card_mastercard',
  378282246310005: 'pm_card_amex',
  6011111111111117: 'pm_card_discover',
  4000000000000002: 'pm_card_visa_chargeDeclined',
  4000000000009995: 'pm_card_visa_chargeDeclinedInsufficientFunds',
  4000000000009987: 'pm_card_visa_chargeDeclinedLostCard',
  4000000000009979: 'pm_card_visa_chargeDeclinedStolenCard',
  4000000000000069: 'pm_card_chargeDeclinedExpiredCard',
  4000000000000127: 'pm_card_chargeDeclinedIncorrectCvc',
  4000000000000119: 'pm_card_chargeDeclinedProcessingError',
  4000002500003155: 'pm_card_authenticationRequiredOnSetup',
  4000002760003184: 'pm_card_authenticationRequired',
  4000000000000341: 'pm_card_chargeCustomerFail',
  4000000000000259: 'pm_card_createDispute',
};

/** @typedef {{ number: string, expiry: string, cvc: string, zip: string }} Typed */
/** @typedef {import('./paymentElement.js').Fault} Fault */
/** @typedef {import('./paymentElement.js').Method} Method */

/** @param {string} text */
const digitsOf = (text) => text.replace(/\D/g, '');

/** @param {Record<string, string>} typed */
function methodOf({ number = '' }) {
  const method = testCards[digitsOf(number)];
  if (method) return { method };
  const message =
    'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.';
  return {
    error: { type: 'card_error', code: 'card_declined', decline_code: 'test_mode_live_card', message },
  };
}

/** @param {string} number as typed */
const isAmex = (number) => /^3[47]/.test(digitsOf(number));

/**
 * The errors of what was typed, in Stripe's words; none if it is complete.
 * @param {Record<string, string>} typed
 * @returns {Fault[]}
 */
function faultsOf({ number = '', expiry = '', cvc = '', zip = '' }, now = new Date()) {
  const typed = { number, expiry, cvc, zip };
  return [numberFault(number), expiryFault(expiry, now), cvcFault(typed), zipFault(zip)].filter(
    (fault) => fault !== undefined,
  );
}

/** @param {string} text @returns {Fault | undefined} */
function numberFault(text) {
  const digits = digitsOf(text);
  if (digits.length < (isAmex(text) ? 15 : 16)) {
    return { field: 'number', code: 'incomplete_number', message: 'Your card number is incomplete.' };
  }
  if (!luhn(digits))
    return { field: 'number', code: 'invalid_number', message: 'Your card number is invalid.' };
  return undefined;
}

/** @param {string} text @param {Date} now @returns {Fault | undefined} */
function expiryFault(text, now) {
  const digits = digitsOf(text);
  const month = Number(digits.slice(0, 2));
  if (digits.length < 4 || month < 1 || month > 12) {
    return {
      field: 'expiry',
      code: 'incomplete_expiry',
      message: 'Your card’s expiration date is incomplete.',
    };
  }
  const year = 2000 + Number(digits.slice(2, 4));
  if (year < now.getFullYear()) {
    return {
      field: 'expiry',
      code: 'invalid_expiry_year_past',
      message: 'Your card’s expiration year is in the past.',
    };
  }
  if (year === now.getFullYear() && month < now.getMonth() + 1) {
    return {
      field: 'expiry',
      code: 'invalid_expiry_month_past',
      message: 'Your card’s expiration date is in the past.',
    };
  }
  return undefined;
}

/** @param {Typed} typed @returns {Fault | undefined} */
function cvcFault({ cvc, number }) {
  if (digitsOf(cvc).length >= (isAmex(number) ? 4 : 3)) return undefined;
  return { field: 'cvc', code: 'incomplete_cvc', message: 'Your card’s security code is incomplete.' };
}

/** @param {string} text @returns {Fault | undefined} */
function zipFault(text) {
  if (/^\d{5}(-?\d{4})?$/.test(text.trim())) return undefined;
  return { field: 'zip', code: 'incomplete_zip', message: 'Your ZIP code is incomplete.' };
}

/** @param {string} digits */
function luhn(digits) {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** @param {string} text as typed @returns {string} in the groups that are printed on a card */
function groupNumber(text) {
  const digits = digitsOf(text).slice(0, isAmex(text) ? 15 : 16);
  const groups = isAmex(text)
    ? [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)]
    : digits.match(/\d{1,4}/g);
  return (groups ?? []).filter(Boolean).join(' ');
}

/** @param {string} text as typed @returns {string} such as `04 / 31` */
function groupExpiry(text) {
  let digits = digitsOf(text).slice(0, 4);
  // A month of two digits begins with 0 or 1.
  if (/^[2-9]/.test(digits)) digits = `0${digits}`.slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

/** A card, as the Payment Element takes it. @type {Method} */
export const card = {
  type: 'card',
  label: 'Card',
  note: 'Test mode: no real card is charged. Pay with 4242\u00a04242\u00a04242\u00a04242, any future date, any code and any ZIP.',
  terms: '',
  fields: [
    { name: 'number', label: 'Card number', hint: '1234 1234 1234 1234', group: groupNumber },
    { name: 'expiry', label: 'Expiration date', hint: 'MM / YY', group: groupExpiry },
    {
      name: 'cvc',
      label: 'Security code',
      hint: 'CVC',
      group: (text) => text.replace(/\D/g, '').slice(0, 4),
    },
    { name: 'zip', label: 'ZIP code', hint: '12345', group: (text) => text.slice(0, 10) },
  ],
  faultsOf,
  methodOf,
};

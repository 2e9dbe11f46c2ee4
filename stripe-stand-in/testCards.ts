/** The result of a payment with one of Stripe's test cards. */
export interface TestCard {
  brand: string;
  last4: string;
  declined?: { code: string; decline_code?: string; message: string };
  /** Asks for authentication; `always`, also off the session after it was set up. */
  authenticates?: 'once' | 'always';
  /** Can be stored, and is declined when it is charged. */
  declinedLater?: { code: string; decline_code: string; message: string };
  disputed?: true;
}

const DECLINED = 'Your card was declined.';

function visa(last4: string, more: Partial<TestCard> = {}): TestCard {
  return { brand: 'visa', last4, ...more };
}

function declinedCard(last4: string, decline_code: string, message = DECLINED): TestCard {
  return visa(last4, { declined: { code: 'card_declined', decline_code, message } });
}

/** By the ids of Stripe's test payment methods. https://docs.stripe.com/testing#cards */
export const testCards: Record<string, TestCard> = {
  pm_card_visa: visa('4242'),
  pm_card_mastercard: { brand: 'mastercard', last4: '4444' },
  pm_card_amex: { brand: 'amex', last4: '0005' },
  pm_card_discover: { brand: 'discover', last4: '1117' },
  pm_card_visa_chargeDeclined: declinedCard('0002', 'generic_decline'),
  pm_card_visa_chargeDeclinedInsufficientFunds: declinedCard(
    '9995',
    'insufficient_funds',
    'Your card has insufficient funds.',
  ),
  pm_card_visa_chargeDeclinedLostCard: declinedCard('9987', 'lost_card'),
  pm_card_visa_chargeDeclinedStolenCard: declinedCard('9979', 'stolen_card'),
  pm_card_chargeDeclinedExpiredCard: visa('0069', {
    declined: { code: 'expired_card', message: 'Your card has expired.' },
  }),
  pm_card_chargeDeclinedIncorrectCvc: visa('0127', {
    declined: { code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  }),
  pm_card_chargeDeclinedProcessingError: visa('0119', {
    declined: {
      code: 'processing_error',
      message: 'An error occurred while processing your card. Try again in a little bit.',
    },
  }),
  pm_card_authenticationRequiredOnSetup: visa('3155', { authenticates: 'once' }),
  pm_card_authenticationRequired: visa('3184', { authenticates: 'always' }),
  pm_card_chargeCustomerFail: visa('0341', {
    declinedLater: { code: 'card_declined', decline_code: 'generic_decline', message: DECLINED },
  }),
  pm_card_createDispute: visa('0259', { disputed: true }),
};

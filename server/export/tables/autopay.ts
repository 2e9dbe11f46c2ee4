import { ID, person, type RecordTable } from '../recordTable.ts';

const PROVIDER = 'a handle of the card provider, by which a stored card is charged';

/** Who pays by autopay, and what was charged. */
export const AUTOPAY: readonly RecordTable[] = [
  {
    table: 'autopay',
    says: 'Who pays by autopay.',
    columns: {
      user_id: person('Who does'),
      setup_id: 'Their consent',
      charge_day: 'The day of the month',
      max_amount: 'The most that is charged, in dollars',
      since: 'Since when',
      paused_at: 'Since when it is paused',
      paused_reason: 'Why',
    },
  },
  {
    table: 'autopay_setups',
    file: 'autopay_consents',
    says: 'What people consented to for autopay.',
    columns: {
      id: ID,
      user_id: person('Who consented'),
      charge_day: 'The day of the month',
      max_amount: 'The most that is charged, in dollars',
      consent_version: 'The version of the words',
      consent_text: 'The words',
      consented_at: 'When',
      status: 'How it stands',
      method: 'Card or bank debit',
      brand: 'The make of the card, or the bank',
      last4: 'The last four digits',
      closed_at: 'When it ended',
    },
    withheld: { stripe_id: PROVIDER, payment_method: PROVIDER, asked_at: 'about asking the provider' },
  },
  {
    table: 'autopay_runs',
    says: 'Each try of autopay.',
    columns: {
      user_id: person('Whose'),
      period: 'The first day of the month',
      attempt: 'The first try, the second and so on',
      setup_id: 'The consent',
      payment_intent_id: 'The online payment',
      ran_on: 'On which day',
      amount: 'Dollars',
      outcome: 'What came of it',
      failure_code: 'Why it failed, in the provider’s words',
      claimed_at: 'When it began',
      ended_at: 'When it ended',
      home_follows: 'Whether what the home asks for follows',
    },
  },
];

/** `credit`: what management takes off a debt without receiving money. `refund`: what it gives back of a credit. */
type EntryForm = 'charge' | 'payment' | 'credit' | 'refund';

/** The rules of one kind of ledger entry. */
interface EntryKind {
  /** The type in the ledger, as it is shown. */
  type: string;
  /**
   * `management`: posted by a manager. `card provider`: posted by the server after an event of the provider.
   * `lease or management`: also by the server, when a lease's charge falls due or its rent is late.
   */
  postedBy: 'management' | 'card provider' | 'lease or management';
  /** The form that offers it; undefined if no form does. */
  form?: EntryForm;
  /** A charge is positive, a credit negative; `opposite` has the sign opposite to the entry that it reverses. */
  sign: 'charge' | 'credit' | 'opposite';
  /** Whether management may reverse it. */
  reversible: boolean;
  /** Whether it is a payment, of which the tenant has a receipt. */
  receipt: boolean;
}

const charged = { postedBy: 'management', sign: 'charge', reversible: true, receipt: false } as const;
const ofLease = { ...charged, postedBy: 'lease or management' } as const;
const paid = { postedBy: 'management', sign: 'credit', reversible: true, receipt: true } as const;
const givenUp = { ...charged, form: 'credit', sign: 'credit' } as const;
const givenBack = { ...charged, form: 'refund' } as const;
const byCard = { postedBy: 'card provider', reversible: false } as const;

/** Every kind of entry, in the order of the forms. The first one of a form is its default. */
export const ENTRY_KINDS = {
  rent: { type: 'Rent', ...ofLease },
  parking: { type: 'Parking', ...ofLease },
  pet: { type: 'Pet', ...ofLease },
  storage: { type: 'Storage', ...ofLease },
  otherCharge: { type: 'Other Charge', ...ofLease },
  leaseCredit: { type: 'Lease Credit', ...charged, sign: 'credit' },
  utility: { type: 'Utility', ...charged },
  lateFee: { type: 'Late Fee', form: 'charge', ...charged, postedBy: 'lease or management' },
  damageFee: { type: 'Damage Fee', form: 'charge', ...charged },
  parkingFee: { type: 'Parking Fee', form: 'charge', ...charged },
  miscCharge: { type: 'Misc Charge', form: 'charge', ...charged },
  openingBalance: { type: 'Opening Balance', ...charged },
  openingCredit: { type: 'Opening Credit', ...charged, sign: 'credit' },
  returnedPaymentFee: { type: 'Returned Payment Fee', ...charged },
  check: { type: 'Check', form: 'payment', ...paid },
  cash: { type: 'Cash', form: 'payment', ...paid },
  moneyOrder: { type: 'Money Order', form: 'payment', ...paid },
  otherPayment: { type: 'Other', form: 'payment', ...paid },
  bankTransfer: { type: 'Bank Transfer', form: 'payment', ...paid },
  concession: { type: 'Concession', ...givenUp },
  accountCredit: { type: 'Account Credit', ...givenUp },
  writeOff: { type: 'Write-off', ...givenUp },
  depositApplied: { type: 'Deposit Applied', ...charged, sign: 'credit', reversible: false },
  checkRefund: { type: 'Check Refund', ...givenBack },
  cashRefund: { type: 'Cash Refund', ...givenBack },
  otherRefund: { type: 'Other Refund', ...givenBack },
  cardPayment: { type: 'Card Payment', ...byCard, sign: 'credit', receipt: true },
  cardRefund: { type: 'Card Refund', ...byCard, sign: 'charge', receipt: false },
  cardDispute: { type: 'Card Dispute', ...byCard, sign: 'charge', receipt: false },
  bankPayment: { type: 'Bank Payment', ...byCard, sign: 'credit', receipt: true },
  bankRefund: { type: 'Bank Refund', ...byCard, sign: 'charge', receipt: false },
  bankReturn: { type: 'Bank Return', ...byCard, sign: 'charge', receipt: false },
  reversal: { type: 'Reversal', ...charged, sign: 'opposite', reversible: false },
} as const satisfies Record<string, EntryKind>;

type Kind = (typeof ENTRY_KINDS)[keyof typeof ENTRY_KINDS];
export type EntryType = Kind['type'];

const kinds = new Map<string, EntryKind>(Object.values(ENTRY_KINDS).map((kind) => [kind.type, kind]));

/** The kind of an entry by its type; undefined for an unknown type. */
export function entryKind(type: string): EntryKind | undefined {
  return kinds.get(type);
}

/** How a payment of the card provider was made, by the type of its entry. */
export function methodKindOf(type: string): 'card' | 'us_bank_account' {
  return type === ENTRY_KINDS.bankPayment.type ? 'us_bank_account' : 'card';
}

type TypesOf<Form> = Extract<Kind, { form: Form }>['type'];

function typesOf<Form extends EntryForm>(form: Form) {
  const types = [...kinds.values()].filter((kind) => kind.form === form).map(({ type }) => type);
  return types as [TypesOf<Form>, ...TypesOf<Form>[]];
}

export type ChargeType = TypesOf<'charge'>;
/** The types of charges; the first is the default. */
export const CHARGE_TYPES = typesOf('charge');

/** The types of payments outside the card provider; the first is the default. */
export const PAYMENT_TYPES = typesOf('payment');

/** The types of payments that are handed over, each a choice of the form; one of the bank is another one. */
export const HANDED_OVER = PAYMENT_TYPES.filter((type) => type !== ENTRY_KINDS.bankTransfer.type);

/** The types of credits by which no money is received; the first is the default. */
export const CREDIT_TYPES = typesOf('credit');

/** The types of refunds that management gives; the first is the default. */
export const REFUND_TYPES = typesOf('refund');

/** Whether money was given back by management, of an entry by its type. */
export function isGivenBack(type: string): boolean {
  return entryKind(type)?.form === 'refund';
}

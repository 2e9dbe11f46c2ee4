import { ENTRY_KINDS, type EntryType } from '../../../contract/ledger/entryKinds.ts';

/**
 * `opening`: brought from earlier books, where it was charged or collected. `charged`: owed by a tenant. `collected`: received from one,
 * or given back. `waived`: taken off what is owed. `deposit`: paid from a deposit, which was received before. `refunded`: given back by
 * management. A reversal is of the kind of the entry that it takes back.
 */
interface Account {
  side: 'opening' | 'charged' | 'collected' | 'waived' | 'deposit' | 'refunded';
  /** The account that an entry stands against in the journal. */
  name: string;
}

const { rent, parking, pet, storage, otherCharge, utility, lateFee, damageFee, parkingFee, miscCharge } =
  ENTRY_KINDS;
const {
  leaseCredit,
  openingBalance,
  openingCredit,
  returnedPaymentFee,
  check,
  cash,
  moneyOrder,
  otherPayment,
  bankTransfer,
} = ENTRY_KINDS;
const { concession, accountCredit, writeOff, depositApplied } = ENTRY_KINDS;
const { checkRefund, cashRefund, otherRefund } = ENTRY_KINDS;
const { cardPayment, cardRefund, cardDispute, bankPayment, bankRefund, bankReturn } = ENTRY_KINDS;

const charged = (name: string): Account => ({ side: 'charged', name: `income:${name}` });
const opening: Account = { side: 'opening', name: 'equity:opening balances' };
const collected = (name: string): Account => ({ side: 'collected', name: `assets:${name}` });
const waived = (name: string): Account => ({ side: 'waived', name });
const refunded = (name: string): Account => ({ side: 'refunded', name: `assets:refunds:${name}` });

/** What is held of deposits, a liability; each lease has an account of its own below it. */
export const DEPOSITS_HELD = 'liabilities:deposits';
/** Where the money of deposits is kept. */
export const DEPOSITS_BANK = 'assets:deposits';
/** What deposits earn, which is owed to their tenants. */
export const DEPOSITS_INTEREST = 'expenses:deposit interest';

/** The account of each type of entry; a reversal has that of what it takes back. */
export const ACCOUNTS: Readonly<Record<Exclude<EntryType, typeof ENTRY_KINDS.reversal.type>, Account>> = {
  [rent.type]: charged('rent'),
  [parking.type]: charged('parking'),
  [pet.type]: charged('pets'),
  [storage.type]: charged('storage'),
  [otherCharge.type]: charged('other'),
  [leaseCredit.type]: charged('credits of leases'),
  [utility.type]: charged('utilities'),
  [lateFee.type]: charged('fees:late'),
  [damageFee.type]: charged('fees:damage'),
  [parkingFee.type]: charged('fees:parking'),
  [openingBalance.type]: opening,
  [openingCredit.type]: opening,
  [returnedPaymentFee.type]: charged('fees:returned payments'),
  [miscCharge.type]: charged('other'),
  [check.type]: collected('checks'),
  [cash.type]: collected('cash'),
  [moneyOrder.type]: collected('money orders'),
  [otherPayment.type]: collected('other payments'),
  [bankTransfer.type]: collected('bank transfers'),
  [concession.type]: waived('income:concessions'),
  [accountCredit.type]: waived('income:credits'),
  [writeOff.type]: waived('expenses:bad debt'),
  [depositApplied.type]: { side: 'deposit', name: DEPOSITS_HELD },
  [checkRefund.type]: refunded('checks'),
  [cashRefund.type]: refunded('cash'),
  [otherRefund.type]: refunded('other'),
  [cardPayment.type]: collected('card payments'),
  [cardRefund.type]: collected('card payments'),
  [cardDispute.type]: collected('card payments'),
  [bankPayment.type]: collected('bank payments'),
  [bankRefund.type]: collected('bank payments'),
  [bankReturn.type]: collected('bank payments'),
};

const typesOf = (wanted: Account['side']) =>
  Object.entries(ACCOUNTS)
    .filter(([, { side }]) => side === wanted)
    .map(([type]) => type);

/** The types of entries by which money was received or given back. */
export const COLLECTED = typesOf('collected');

/** The types of entries by which management took off what was owed. */
export const WAIVED = typesOf('waived');

/** The types of entries that were paid from a deposit. */
export const FROM_DEPOSIT = typesOf('deposit');

/** The types of entries by which management gave money back. */
export const REFUNDED = typesOf('refunded');

/** The types of entries that were brought from earlier books. */
export const OPENING = typesOf('opening');

/** The account of an entry's type; of a type that a later version added, by its sign. */
export function accountOf(type: string, amount: number): string {
  const known: Readonly<Record<string, Account>> = ACCOUNTS;
  return known[type]?.name ?? (amount > 0 ? 'income:other' : 'assets:other payments');
}

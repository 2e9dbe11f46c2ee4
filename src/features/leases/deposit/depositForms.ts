import type { Deposit, DepositKind } from '../../../../contract/deposits/deposit.ts';
import { toDollars } from '../../../../contract/values/money.ts';
import { missingCents } from '../../../subjects/deposits/depositTexts.ts';

export interface DepositFormWords {
  /** Its name in the address. */
  key: 'received' | 'interest' | 'applied' | 'returned';
  kind: DepositKind;
  /** On the button that opens it. */
  label: string;
  /** Above it, and on its button. */
  title: string;
  busy: string;
  /** Said below the amount. */
  help: string;
  done: string;
  /** Whether it makes sense now. */
  isOffered: (deposit: Deposit) => boolean;
  /** Dollars that are filled in; undefined for none. */
  filled: (deposit: Deposit) => number | undefined;
}

const FORMS: readonly DepositFormWords[] = [
  {
    key: 'received',
    kind: 'Received',
    label: 'Record deposit',
    title: 'Record Deposit',
    busy: 'Recording...',
    help: 'It is held for the tenant, and is no payment of what they owe.',
    done: 'The deposit was recorded.',
    isOffered: () => true,
    filled: (deposit) => toDollars(missingCents(deposit)) || undefined,
  },
  {
    key: 'interest',
    kind: 'Interest',
    label: 'Add interest',
    title: 'Add Interest',
    busy: 'Adding...',
    help: 'What the deposit has earned by the community’s rule.',
    done: 'The interest was added.',
    isOffered: ({ interest_due }) => interest_due > 0,
    filled: ({ interest_due }) => interest_due || undefined,
  },
  {
    key: 'applied',
    kind: 'Applied',
    label: 'Apply to charges',
    title: 'Apply Deposit',
    busy: 'Applying...',
    help: 'It pays what is unpaid, rent first.',
    done: 'The deposit was applied.',
    isOffered: ({ held }) => held > 0,
    filled: () => undefined,
  },
  {
    key: 'returned',
    kind: 'Returned',
    label: 'Return',
    title: 'Return Deposit',
    busy: 'Returning...',
    help: 'What you gave back to the tenant.',
    done: 'The return was recorded.',
    isOffered: ({ held }) => held > 0,
    filled: ({ held }) => held,
  },
];

/** The form that the address names. */
export function formOf(name: string | null): DepositFormWords | undefined {
  return FORMS.find(({ key }) => key === name);
}

/** The form by which an entry of a kind is made. @throws {Error} for a kind without one */
export function formFor(kind: DepositKind): DepositFormWords {
  const form = FORMS.find((each) => each.kind === kind);
  if (!form) throw new Error(`No form enters ${kind}.`);
  return form;
}

/** The forms that make sense now. */
export function formsFor(deposit: Deposit): DepositFormWords[] {
  return FORMS.filter(({ isOffered }) => isOffered(deposit));
}

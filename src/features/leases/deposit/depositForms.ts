import type { Deposit, DepositKind } from '../../../../contract/deposits/deposit.ts';
import { toDollars } from '../../../../contract/values/money.ts';
import { missingCents } from '../../../subjects/deposits/depositTexts.ts';

/** How the forms are named in the address. */
export type DepositFormKind = 'received' | 'interest' | 'applied' | 'returned';

export interface DepositFormWords {
  key: DepositFormKind;
  kind: DepositKind;
  title: string;
  submit: string;
  busy: string;
  /** Said below the amount. */
  help: string;
  done: string;
  /** Dollars that are offered; undefined for none. */
  offered: (deposit: Deposit) => number | undefined;
}

const FORMS: readonly DepositFormWords[] = [
  {
    ...{
      key: 'received',
      kind: 'Received',
      title: 'Record Deposit',
      submit: 'Record Deposit',
      busy: 'Recording...',
    },
    ...{
      help: 'It is held for the tenant, and is no payment of what they owe.',
      done: 'The deposit was recorded.',
    },
    offered: (deposit) => toDollars(missingCents(deposit)) || undefined,
  },
  {
    ...{
      key: 'interest',
      kind: 'Interest',
      title: 'Add Interest',
      submit: 'Add Interest',
      busy: 'Adding...',
    },
    ...{ help: 'What the deposit has earned by the community’s rule.', done: 'The interest was added.' },
    offered: ({ interest_due }) => interest_due || undefined,
  },
  {
    ...{
      key: 'applied',
      kind: 'Applied',
      title: 'Apply Deposit',
      submit: 'Apply Deposit',
      busy: 'Applying...',
    },
    ...{ help: 'It pays what is unpaid, rent first.', done: 'The deposit was applied.' },
    offered: () => undefined,
  },
  {
    ...{
      key: 'returned',
      kind: 'Returned',
      title: 'Return Deposit',
      submit: 'Return Deposit',
      busy: 'Returning...',
    },
    ...{ help: 'What you gave back to the tenant.', done: 'The return was recorded.' },
    offered: ({ held }) => held,
  },
];

/** The form that the address names. */
export function formOf(name: string | null): DepositFormWords | undefined {
  return FORMS.find(({ key }) => key === name);
}

/** As it is typed: "1450.00". */
export function offeredText(form: DepositFormWords, deposit: Deposit): string {
  const dollars = form.offered(deposit);
  return dollars?.toFixed(2) ?? '';
}

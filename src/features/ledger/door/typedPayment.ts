import type { Signature } from '../../../../contract/ledger/signature.ts';

/** A payment as it is typed. */
export interface TypedPayment {
  amount: string;
  type: string;
  reference: string;
  description: string;
  received_on: string;
  /** Whose account it goes to, of a tenant who is not billed for their home; empty where that is not asked. */
  for_home: '' | 'home' | 'own';
  /** Empty where nobody has signed. */
  signature: Signature;
}

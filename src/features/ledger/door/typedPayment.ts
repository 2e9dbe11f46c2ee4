import type { Signature } from '../../../../contract/ledger/signature.ts';

/** A payment as it is typed. */
export interface TypedPayment {
  amount: string;
  type: string;
  reference: string;
  description: string;
  received_on: string;
  /** Empty where nobody has signed. */
  signature: Signature;
}

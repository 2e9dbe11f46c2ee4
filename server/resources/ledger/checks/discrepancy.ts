/** Where something differs from the ledger, in words. */
export interface Discrepancy {
  line: string;
}

/** What happens at a local time. A payment of this month that is still to come is made now, so that the balances are the same on every day. */
export interface Step {
  at: string;
  isPayment?: boolean;
  post: (now: Date) => Promise<unknown>;
}

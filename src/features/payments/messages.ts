/** Shown if the connection is lost during a payment, so that its result is unknown. */
export const MAY_HAVE_PAID =
  'Your payment may have gone through. If it did, it will appear in your activity: please look there before you pay again.';

export const NEEDS_CONNECTION = 'You need a connection to pay.';

/** A call that the bench measures. */
export interface Call {
  name: string;
  method: 'GET' | 'POST';
  path: string;
  /** `residents`: another resident for each request. */
  who: 'resident' | 'residents' | 'manager';
  contentType?: string;
  /** The body of the request with this number. */
  body?: (number: number) => string;
  /** Whether each request carries an `Idempotency-Key` of its own. */
  keyed?: boolean;
  /** Whether a compressed answer is accepted. */
  compressed?: boolean;
  /** The required share of the bare server's throughput on one connection; undefined if there is no aim. */
  leastShare?: number;
  /** The longest allowed 99th percentile on 32 connections, in milliseconds. */
  mostP99?: number;
}

const BOUNDARY = 'porchlight-bench';
const form = [
  `--${BOUNDARY}`,
  'Content-Disposition: form-data; name="information"',
  '',
  'The tap in the kitchen drips.',
  `--${BOUNDARY}--`,
  '',
].join('\r\n');

const HISTORY: Call = {
  name: 'One history (100 entries)',
  method: 'GET',
  path: '/api/transactions/my-history',
  who: 'resident',
};
const BALANCES: Call = {
  name: 'All balances (10,000)',
  method: 'GET',
  path: '/api/transactions/all-balances',
  who: 'manager',
};
const ANNOUNCEMENTS: Call = {
  name: 'Announcements (200)',
  method: 'GET',
  path: '/api/announcements',
  who: 'resident',
};
const OPEN_REQUESTS: Call = {
  name: 'Open maintenance (2,000)',
  method: 'GET',
  path: '/api/maintenance?completed=false',
  who: 'manager',
};
const CHARGE: Call = {
  name: 'One charge',
  method: 'POST',
  path: '/api/transactions/charge',
  who: 'manager',
  contentType: 'application/json',
  // Another tenant each time, so that concurrent requests do not wait for the same balance. The first one's history is
  // read.
  body: (number) =>
    JSON.stringify({
      userId: 2 + (number % 9000),
      unitId: 2 + (number % 9000),
      amount: 12.5,
      type: 'Late Fee',
      description: 'Rent was late.',
    }),
};
const REQUEST: Call = {
  name: 'One request',
  method: 'POST',
  path: '/api/maintenance',
  who: 'residents',
  contentType: `multipart/form-data; boundary=${BOUNDARY}`,
  body: () => form,
};

/** The measured calls in order: reads before the changes that add to them. */
export const CALLS: readonly Call[] = [
  { ...HISTORY, leastShare: 0.45, mostP99: 80 },
  { ...BALANCES, leastShare: 0.45, mostP99: 1000 },
  { ...ANNOUNCEMENTS, leastShare: 0.45 },
  { ...OPEN_REQUESTS, leastShare: 0.45 },
  { ...HISTORY, name: 'One history, compressed', compressed: true },
  { ...BALANCES, name: 'All balances, compressed', compressed: true },
  { ...CHARGE, mostP99: 80 },
  { ...REQUEST, mostP99: 80 },
  { ...CHARGE, name: 'One charge with an Idempotency-Key', keyed: true, leastShare: 0.25, mostP99: 80 },
  { ...REQUEST, name: 'One request with an Idempotency-Key', keyed: true, leastShare: 0.25, mostP99: 80 },
];

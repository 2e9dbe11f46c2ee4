import { createHmac, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { testBanks, type TestBank } from './testBanks.ts';
import { testCards, type TestCard } from './testCards.ts';

/** Stripe's objects, with the fields that are used. Amounts are in cents, times in seconds since the epoch. */
export interface Intent {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  currency: string;
  status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled';
  client_secret: string;
  created: number;
  description: string | null;
  livemode: false;
  metadata: Record<string, string>;
  payment_method: string | null;
  payment_method_types: string[];
  customer: string | null;
  latest_charge: string | null;
  last_payment_error: Record<string, unknown> | null;
  next_action: { type: 'redirect_to_url'; redirect_to_url: { url: string; return_url: string } } | null;
}

export interface Charge {
  id: string;
  object: 'charge';
  amount: number;
  amount_refunded: number;
  created: number;
  payment_intent: string;
  payment_method_details:
    | { type: 'card'; card: { brand: string; last4: string } }
    | {
        type: 'us_bank_account';
        us_bank_account: { bank_name: string; last4: string; routing_number: string };
      };
  status: 'pending' | 'succeeded' | 'failed';
  failure_code: string | null;
}

export interface Refund {
  id: string;
  object: 'refund';
  amount: number;
  charge: string;
  created: number;
  payment_intent: string;
  status: 'succeeded' | 'failed';
}

export interface Dispute {
  id: string;
  object: 'dispute';
  amount: number;
  charge: string;
  created: number;
  payment_intent: string;
  payment_method_details: { type: 'card' | 'us_bank_account' };
  reason: 'general' | 'insufficient_funds';
  status: 'needs_response' | 'won' | 'lost';
}

export interface Event {
  id: string;
  object: 'event';
  type: string;
  created: number;
  livemode: false;
  data: { object: unknown };
}

export interface Customer {
  id: string;
  object: 'customer';
  created: number;
  livemode: false;
  metadata: Record<string, string>;
}

/** A card or bank account that was stored. It behaves as the test payment method that it was made from. */
export interface StoredMethod {
  id: string;
  object: 'payment_method';
  created: number;
  customer: string | null;
  livemode: false;
  type: 'card' | 'us_bank_account';
  card?: { brand: string; last4: string };
  us_bank_account?: { bank_name: string; last4: string; routing_number: string };
}

export interface SetupIntent {
  id: string;
  object: 'setup_intent';
  client_secret: string;
  created: number;
  customer: string | null;
  livemode: false;
  metadata: Record<string, string>;
  payment_method: string | null;
  payment_method_types: string[];
  status: 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled';
  usage: 'off_session';
  last_setup_error: Record<string, unknown> | null;
  next_action: { type: 'redirect_to_url'; redirect_to_url: { url: string; return_url: string } } | null;
}

interface State {
  customers: Record<string, Customer>;
  methods: Record<string, StoredMethod>;
  /** The test payment method that a stored one was made from. */
  madeFrom: Record<string, string>;
  setups: Record<string, SetupIntent>;
  intents: Record<string, Intent>;
  charges: Record<string, Charge>;
  refunds: Record<string, Refund>;
  disputes: Record<string, Dispute>;
  events: Event[];
}

function emptyState(): State {
  return {
    ...{ customers: {}, methods: {}, madeFrom: {}, setups: {} },
    ...{ intents: {}, charges: {}, refunds: {}, disputes: {}, events: [] },
  };
}

/** Delivers an event to the webhook: the signed body and the signature header. Rejects if it was not accepted. */
export type Deliver = (body: string, signature: string) => Promise<void>;

/** The delays before an event that was not accepted is sent again, in milliseconds. */
const AGAIN_AFTER = [500, 5_000, 30_000];
const MOST_EVENTS = 1000;

/** The state of one merchant's account, in memory and, with a file, across restarts. */
export class Account {
  readonly secretKey = `sk_test_standin${token(24)}`;
  readonly publishableKey = `pk_test_standin${token(24)}`;
  readonly webhookSecret = `whsec_${token(32)}`;
  readonly state: State;
  deliver: Deliver | undefined;
  /** Whether the answer to a request is lost on its way, as decided by a test. */
  losesAnswer: ((method: string, path: string) => boolean) | undefined;
  readonly #file: string | undefined;

  constructor(file?: string) {
    this.#file = file;
    this.state = { ...emptyState(), ...read(file) };
  }

  /** Saves the state. */
  save(): void {
    if (!this.#file) return;
    mkdirSync(path.dirname(this.#file), { recursive: true });
    writeFileSync(`${this.#file}.unfinished`, JSON.stringify(this.state), { mode: 0o600 });
    renameSync(`${this.#file}.unfinished`, this.#file);
  }

  /** The test bank account of a payment method; undefined for a card. */
  bankOf(method: string): TestBank | undefined {
    const from = this.state.madeFrom[method] ?? method;
    return Object.hasOwn(testBanks, from) ? testBanks[from] : undefined;
  }

  /** The test card of a payment method; undefined for a bank account. */
  cardOf(method: string): TestCard | undefined {
    const from = this.state.madeFrom[method] ?? method;
    return Object.hasOwn(testCards, from) ? testCards[from] : undefined;
  }

  /** Sends an event to the webhook after the current request was answered, and repeats it if it was not accepted. */
  tell(type: string, object: unknown): void {
    const event: Event = {
      id: newId('evt'),
      object: 'event',
      type,
      created: now(),
      livemode: false,
      data: { object: structuredClone(object) },
    };
    this.state.events.unshift(event);
    this.state.events.length = Math.min(this.state.events.length, MOST_EVENTS);
    this.save();
    setImmediate(() => this.#send(event, 0));
  }

  #send(event: Event, attempt: number): void {
    const body = JSON.stringify(event);
    this.deliver?.(body, this.sign(body)).catch(() => {
      const wait = AGAIN_AFTER[attempt];
      if (wait !== undefined) setTimeout(() => this.#send(event, attempt + 1), wait).unref();
    });
  }

  /** The `Stripe-Signature` of a body. https://docs.stripe.com/webhooks#verify-manually */
  sign(body: string): string {
    const time = now();
    const v1 = createHmac('sha256', this.webhookSecret).update(`${time}.${body}`).digest('hex');
    return `t=${time},v1=${v1}`;
  }
}

export const now = () => Math.floor(Date.now() / 1000);
export const newId = (prefix: string) => `${prefix}_${token(24)}`;

export function token(length: number): string {
  return randomBytes(length).toString('hex').slice(0, length);
}

function read(file: string | undefined): State | undefined {
  if (!file) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as State;
  } catch {
    // The file is missing or damaged: the account starts empty.
    return undefined;
  }
}

-- Card payments: what was begun with the provider, what it said, and which entry of the ledger came of it.

create table payment_intents (
  -- Our own, made before the provider is asked: it is the key towards the provider, and what finds this row
  -- again where the provider's answer was lost.
  id uuid primary key default gen_random_uuid(),
  user_id integer not null references users,
  -- The provider's; null until it has answered.
  stripe_id text,
  amount numeric(12, 2) not null check (amount > 0 and amount <= 1000000.00),
  -- In the provider's words. `succeeded` and `canceled` are final.
  status text not null default 'requires_payment_method',
  last4 text,
  brand text,
  paid_at timestamptz(3),
  transaction_id integer references transactions,
  created_at timestamptz(3) not null default now(),
  -- When the provider was last asked how it stands.
  asked_at timestamptz(3) not null default now(),
  constraint payment_intents_stripe_key unique (stripe_id),
  constraint payment_intents_entry_once unique (transaction_id),
  constraint payment_intents_entry_if_succeeded check ((status = 'succeeded') = (transaction_id is not null))
);
create unique index payment_intents_one_open on payment_intents (user_id)
  where status not in ('succeeded', 'canceled');
create index payment_intents_to_ask on payment_intents (user_id) where status <> 'canceled' and paid_at is null;

-- A refund or a dispute: the entry that took the payment back, and the one that restored it, each once.
create table payment_takebacks (
  stripe_id text primary key,
  payment_intent_id uuid not null references payment_intents,
  kind text not null check (kind in ('refund', 'dispute')),
  amount numeric(12, 2) not null check (amount > 0 and amount <= 1000000.00),
  -- Whether the provider has said so, ever: facts that are only added, so that their order does not matter.
  taken boolean not null default false,
  restored boolean not null default false,
  taken_id integer references transactions,
  restored_id integer references transactions,
  created_at timestamptz(3) not null default now(),
  constraint payment_takebacks_taken_once unique (taken_id),
  constraint payment_takebacks_restored_once unique (restored_id)
);
create index payment_takebacks_by_intent on payment_takebacks (payment_intent_id);

-- The provider's events that were taken in, so that each counts once.
create table stripe_events (
  id text primary key,
  type text not null,
  received_at timestamptz(3) not null default now()
);
create index stripe_events_by_age on stripe_events (received_at);

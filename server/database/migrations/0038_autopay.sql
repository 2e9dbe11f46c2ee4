-- Autopay: what somebody agreed to, the card or bank account that is stored at the provider, and each try of a month.

-- A person at the provider, who is told an id of ours alone.
create table stripe_customers (
  user_id integer primary key references users,
  -- Made before the provider is asked: the key towards it.
  id uuid not null default gen_random_uuid(),
  stripe_id text,
  constraint stripe_customers_key unique (stripe_id)
);

-- A card or bank account being stored, with what was agreed to. Never changed: another set-up follows it.
create table autopay_setups (
  id uuid primary key default gen_random_uuid(),
  user_id integer not null references users,
  -- The provider's SetupIntent; null until it has answered.
  stripe_id text,
  charge_day integer check (charge_day between 1 and 31),
  max_amount numeric(12, 2) not null check (max_amount > 0),
  consent_version integer not null,
  consent_text text not null,
  consented_at timestamptz(3) not null default now(),
  status text not null default 'begun' check (status in ('begun', 'succeeded', 'canceled')),
  -- The provider's id of the method, and what may be shown of it; never its number.
  payment_method text,
  method text check (method in ('card', 'us_bank_account')),
  brand text,
  last4 text,
  -- When nothing of it was left at the provider.
  closed_at timestamptz(3),
  asked_at timestamptz(3) not null default now(),
  constraint autopay_setups_stripe_key unique (stripe_id),
  constraint autopay_setups_method_if_succeeded check (status <> 'succeeded' or (payment_method is not null and method is not null))
);
create unique index autopay_setups_one_begun on autopay_setups (user_id) where status = 'begun';
create index autopay_setups_to_close on autopay_setups (asked_at) where closed_at is null;

create function keep_consent() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (old.user_id, old.consent_version, old.consent_text, old.consented_at, old.charge_day, old.max_amount)
    is distinct from (new.user_id, new.consent_version, new.consent_text, new.consented_at, new.charge_day, new.max_amount) then
    raise exception 'what was agreed to is kept';
  end if;
  return new;
end $$;
create trigger autopay_setups_keep_consent before update or delete on autopay_setups
  for each row execute function keep_consent();

-- One person's autopay, while it is not stopped.
create table autopay (
  user_id integer primary key references users,
  setup_id uuid not null unique references autopay_setups,
  -- Null for the day on which the lease's rent is due.
  charge_day integer check (charge_day between 1 and 31),
  max_amount numeric(12, 2) not null check (max_amount > 0),
  -- It charges on later days than that of this moment: when it was set up, changed or resumed.
  since timestamptz(3) not null default now(),
  paused_reason text,
  paused_at timestamptz(3)
);

-- One try of a month. The row is claimed before the provider is asked, in the transaction that adds its payment.
create table autopay_runs (
  user_id integer not null references users,
  -- The first day of the month.
  period date not null check (extract(day from period) = 1),
  attempt integer not null check (attempt between 1 and 3),
  setup_id uuid not null references autopay_setups,
  -- Null where nothing was charged.
  payment_intent_id uuid references payment_intents,
  -- The day at the property.
  ran_on date not null,
  -- What was charged, or what was due where nothing was.
  amount numeric(12, 2) not null,
  -- Null while it is on its way.
  outcome text check (outcome in ('processing', 'succeeded', 'declined', 'authentication_required', 'failed', 'abandoned',
    'nothing_due', 'over_limit', 'not_accepted', 'canceled')),
  failure_code text,
  claimed_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  primary key (user_id, period, attempt),
  constraint autopay_runs_payment_once unique (payment_intent_id),
  constraint autopay_runs_payment_if_charged
    check ((payment_intent_id is null) = (coalesce(outcome, '') in ('nothing_due', 'over_limit', 'not_accepted')))
);
create index autopay_runs_on_their_way on autopay_runs (claimed_at) where outcome is null;

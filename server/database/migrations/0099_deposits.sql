-- The deposit that was agreed, in dollars.
alter table leases add column deposit_required numeric(12, 2) check (deposit_required > 0);

-- What was received for a deposit, earned by it, applied to what was owed, and given back. What is held is their sum.
create table deposit_entries (
  id integer generated always as identity primary key,
  lease_id integer not null references leases,
  -- Who was billed for the lease.
  user_id integer not null references users,
  kind text not null check (kind in ('Received', 'Interest', 'Applied', 'Returned', 'Taken Back')),
  amount numeric(12, 2) not null check (amount <> 0),
  day date not null,
  method text,
  reference text,
  description text,
  reverses integer references deposit_entries,
  -- The ledger's entry that credits what was applied, or takes that back.
  transaction_id integer references transactions,
  created_by integer not null references users,
  created_at timestamptz not null default now(),
  constraint deposit_entries_sign check (kind = 'Taken Back' or (amount > 0) = (kind in ('Received', 'Interest'))),
  constraint deposit_entries_takes_back check ((kind = 'Taken Back') = (reverses is not null)),
  constraint deposit_entries_applied check (kind <> 'Applied' or transaction_id is not null),
  constraint deposit_entries_reversed_once unique (reverses),
  constraint deposit_entries_one_transaction unique (transaction_id)
);
create index deposit_entries_by_lease on deposit_entries (lease_id, id);
create index deposit_entries_by_user on deposit_entries (user_id);

-- How the community keeps deposits.
create table deposit_rule (
  one_row boolean primary key default true check (one_row),
  return_days integer not null check (return_days between 14 and 45),
  interest text not null check (interest in ('none', 'simple', 'yearly')),
  percent numeric(4, 2) not null check (percent between 0 and 20),
  constraint deposit_rule_bears_interest check (interest = 'none' or percent > 0)
);

-- What a lease lets its tenants pay: the whole balance, any part of it, the rent at least, or nothing, as during an eviction.
alter table leases add column payment_policy text not null default 'full_balance'
  constraint leases_payment_policy check (payment_policy in ('full_balance', 'any_amount', 'at_least_rent', 'nothing'));

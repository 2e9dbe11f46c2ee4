-- An entry stands in the account of a lease, and may be paid by a tenant who is not billed for it.
alter table transactions add column lease_id integer references leases;
-- Who paid, where that is not whose entry it is.
alter table transactions add column paid_by integer references users;
alter table transactions add constraint transactions_payer_shares_lease
  check (paid_by is null or (lease_id is not null and paid_by <> user_id));

-- The lease whose account a payment goes to, where its payer is not billed for it.
alter table payment_intents add column lease_id integer references leases;

-- How much of what a lease charges each tenant is asked for: percents of it, or dollars of a whole month’s charges. The debt stays the
-- lease’s.
alter table leases add column shares_in text check (shares_in in ('percent', 'amount'));
alter table lease_tenants add column share numeric(12, 2) check (share >= 0);

-- What was posted until now, each by the rule by which new entries are posted (definitions/leases.sql).
alter table transactions disable trigger transactions_append_only;
update transactions set lease_id = found.lease_id
from (
  select posting.transaction_id as id, charge.lease_id
  from lease_postings as posting join lease_charges as charge on charge.id = posting.lease_charge_id
  union all
  select fee.transaction_id, charge.lease_id
  from late_fees as fee join lease_charges as charge on charge.id = fee.lease_charge_id
) as found
where transactions.id = found.id;
update transactions set lease_id = found.lease_id
from (
  select distinct on (entry.id) entry.id, leases.id as lease_id
  from transactions as entry
  cross join lateral (select coalesce(entry.effective_on, (entry.created_at at time zone 'UTC')::date) as day) as counted
  join lease_tenants as tenant on tenant.user_id = entry.user_id and tenant.position = 1
  join leases on leases.id = tenant.lease_id and leases.unit_id = entry.unit_id
  where entry.lease_id is null and entry.reverses is null
  order by entry.id, leases.starts <= counted.day desc, abs(leases.starts - counted.day), leases.id desc
) as found
where transactions.id = found.id;
update transactions set lease_id = earlier.lease_id
from transactions as earlier
where transactions.reverses = earlier.id and earlier.lease_id is not null;
alter table transactions enable trigger transactions_append_only;

create index transactions_by_lease on transactions (lease_id, id) where lease_id is not null;

-- It takes another argument by now.
drop function if exists open_pairs(integer);

-- When a lease's shares were set: who paid whose part of what was charged since then is settled between the tenants. Null where they
-- were set before this was kept.
alter table leases add column shares_set_at timestamptz(3);

-- The day since which somebody is a tenant: they are asked for no share of older debts. Null for who was one from the first day on, or
-- before this was kept.
alter table lease_tenants add column since date;

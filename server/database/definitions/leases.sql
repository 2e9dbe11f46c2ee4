-- What was posted for a lease is only added to, and a lease is listed with its tenants, charges and late fees.

create or replace trigger lease_postings_append_only before update or delete on lease_postings
  for each row execute function refuse_change();
create or replace trigger lease_postings_no_truncate before truncate on lease_postings
  for each statement execute function refuse_change();
create or replace trigger lease_corrections_append_only before update or delete on lease_corrections
  for each row execute function refuse_change();
create or replace trigger lease_corrections_no_truncate before truncate on lease_corrections
  for each statement execute function refuse_change();
create or replace trigger late_fees_append_only before update or delete on late_fees
  for each row execute function refuse_change();
create or replace trigger late_fees_no_truncate before truncate on late_fees
  for each statement execute function refuse_change();

-- The lease in whose account an entry of a person and a unit stands that counts on a day: the latest one that the person is billed
-- for and that has started by then, or else the first to start.
create or replace function lease_account(person integer, unit integer, day date) returns integer language plpgsql stable as $$
begin
  return (select leases.id from lease_tenants as tenant join leases on leases.id = tenant.lease_id
    where tenant.user_id = person and tenant.position = 1 and leases.unit_id = unit
    order by leases.starts <= day desc, abs(leases.starts - day), leases.id desc limit 1);
end $$;

-- What stands in the account of a lease is told to those who rent by it together.
create or replace function note_lease_accounts(ids integer[]) returns void language plpgsql as $$
begin
  insert into list_changes (list, scope)
  select distinct 'leases', 'user:' || user_id from lease_tenants
  where lease_id = any(ids) and exists (
    select from lease_tenants as other where other.lease_id = lease_tenants.lease_id and other.position > 1);
end $$;

-- Since when a lease accepts payments again, after it accepted none.
create or replace function note_accepts_since() returns trigger language plpgsql as $$
begin
  new.accepts_since := now();
  return new;
end $$;
create or replace trigger leases_accepts_since before update on leases for each row
  when (old.payment_policy = 'nothing' and new.payment_policy <> 'nothing')
  execute function note_accepts_since();

create or replace function note_leases(ids integer[]) returns void language plpgsql as $$
begin
  if cardinality(ids) > 0 then perform note_changes('leases', array['management'], ids); end if;
end $$;

create or replace function note_lease() returns trigger language plpgsql as $$
begin
  perform note_leases(array[new.id]);
  return null;
end $$;
create or replace trigger leases_note_changes after insert or update on leases
  for each row execute function note_lease();

-- Not of tenants: whoever writes them writes their lease too.
create or replace function note_lease_part() returns trigger language plpgsql as $$
begin
  perform note_leases(array[coalesce(new.lease_id, old.lease_id)]);
  return null;
end $$;
create or replace trigger lease_charges_note_changes after insert or update or delete on lease_charges
  for each row execute function note_lease_part();
-- A lease is shown with its own rules.
create or replace trigger late_fee_rules_note_changes after insert on late_fee_rules
  for each row when (new.lease_id is not null) execute function note_lease_part();

-- What is posted of a lease is no more to come, for its tenants neither.
create or replace function note_lease_postings() returns trigger language plpgsql as $$
declare
  posted constant integer[] := (select array_agg(distinct lease_id) from lease_charges
    where id in (select lease_charge_id from added));
begin
  perform note_leases(posted);
  insert into list_changes (list, scope)
  select distinct 'leases', 'user:' || user_id from lease_tenants where lease_id = any(posted);
  return null;
end $$;
create or replace trigger lease_postings_note_added after insert on lease_postings
  referencing new table as added for each statement execute function note_lease_postings();

create or replace function note_leases_of_tenants() returns trigger language plpgsql as $$
begin
  perform note_leases(array_agg(lease_id)), note_lease_accounts(array_agg(lease_id)) from lease_tenants where user_id = new.id;
  return null;
end $$;
create or replace trigger users_note_leases after update on users for each row
  when ((old.unit, old.is_current_user, old.first_name, old.last_name)
    is distinct from (new.unit, new.is_current_user, new.first_name, new.last_name))
  execute function note_leases_of_tenants();

create or replace function note_leases_of_unit() returns trigger language plpgsql as $$
begin
  perform note_leases(array_agg(id)) from leases where unit_id = new.id;
  insert into list_changes (list, scope)
  select distinct 'leases', 'user:' || user_id from lease_tenants join leases on leases.id = lease_id where unit_id = new.id;
  return null;
end $$;
create or replace trigger units_note_leases after update on units
  for each row execute function note_leases_of_unit();

create or replace function note_leases_of_properties() returns trigger language plpgsql as $$
begin
  insert into list_changes (list, scope) values ('leases', 'management');
  return null;
end $$;
create or replace trigger properties_note_leases after insert or update or delete on properties
  for each statement execute function note_leases_of_properties();

-- A balance is listed with whether payments are accepted, which a lease and its tenants decide.
create or replace function note_payments_accepted() returns trigger language plpgsql as $$
begin
  perform note_changes('balances', array['management'], array_agg(user_id))
    from lease_tenants where lease_id = new.id having count(*) > 0;
  return null;
end $$;
create or replace trigger leases_note_payments_accepted after update on leases for each row
  when ((old.payment_policy, old.starts, old.ends) is distinct from (new.payment_policy, new.starts, new.ends))
  execute function note_payments_accepted();

-- Also a later lease, which may end a block.
create or replace function note_blocked_tenants() returns trigger language plpgsql as $$
begin
  perform note_changes('balances', array['management'], array_agg(tenant))
    from unnest(array[old.user_id, new.user_id]) as tenant
    where tenant is not null and exists (
      select from leases where payment_policy = 'nothing' and (id in (old.lease_id, new.lease_id)
        or id in (select lease_id from lease_tenants where user_id = tenant)))
    having count(*) > 0;
  return null;
end $$;
create or replace trigger lease_tenants_note_payments_accepted after insert or update or delete on lease_tenants
  for each row execute function note_blocked_tenants();
create or replace trigger lease_tenants_note_own after insert or update or delete on lease_tenants
  for each row execute function note_own('leases', 'user_id');
-- Who rents by a lease no more is not shown what they were told of it.
create or replace trigger lease_tenants_note_notifications after insert or update or delete on lease_tenants
  for each row execute function note_own('notifications', 'user_id');

-- A lease is told to those who rent by it.
create or replace function note_tenants_lease() returns trigger language plpgsql as $$
begin
  insert into list_changes (list, scope)
  select 'leases', 'user:' || user_id from lease_tenants
  where lease_id = (to_jsonb(coalesce(new, old)) ->> tg_argv[0])::integer;
  return null;
end $$;
create or replace trigger leases_note_tenants after update on leases
  for each row execute function note_tenants_lease('id');
create or replace trigger lease_charges_note_tenants after insert or update or delete on lease_charges
  for each row execute function note_tenants_lease('lease_id');
create or replace trigger late_fee_rules_note_tenants after insert on late_fee_rules
  for each row when (new.lease_id is not null) execute function note_tenants_lease('lease_id');

-- Whether charges are posted at all.
create or replace function note_lease_posting() returns trigger language plpgsql as $$
begin
  insert into list_changes (list, scope) values ('posting', 'management');
  return null;
end $$;
create or replace trigger lease_posting_note_changes after insert or update on lease_posting
  for each statement execute function note_lease_posting();

-- The late fee of a property holds for all of its leases that have none of their own.
create or replace function note_property_late_fee() returns trigger language plpgsql as $$
begin
  insert into list_changes (list, scope) values ('late_fees', 'everyone');
  return null;
end $$;
create or replace trigger late_fee_rules_note_property after insert on late_fee_rules
  for each row when (new.lease_id is null) execute function note_property_late_fee();

-- Moving in and out is told to management and to the tenants of the lease.

create or replace function note_move() returns trigger language plpgsql as $$
begin
  insert into list_changes (list, scope)
  select 'moves', 'management' union all
  select distinct 'moves', 'user:' || user_id from lease_tenants where lease_id = new.lease_id;
  return null;
end $$;
create or replace trigger lease_moves_note_changes after insert or update on lease_moves
  for each row execute function note_move();

-- Management sees whether autopay of a tenant is on, and what of the lease is paid.
create or replace function note_moves_of_management() returns trigger language plpgsql as $$
begin
  insert into list_changes (list, scope) values ('moves', 'management');
  return null;
end $$;
create or replace trigger autopay_note_moves after insert or delete on autopay
  for each statement execute function note_moves_of_management();
-- Whether somebody has an account, and where they live, is told to the others of their lease.
create or replace function note_moves_of_tenant() returns trigger language plpgsql as $$
begin
  insert into list_changes (list, scope)
  select distinct 'moves', 'user:' || other.user_id from lease_tenants as own
    join lease_tenants as other on other.lease_id = own.lease_id where own.user_id = new.id;
  return null;
end $$;
create or replace trigger users_note_moves after update on users for each row
  when ((old.unit, old.is_current_user, old.has_password) is distinct from (new.unit, new.is_current_user, new.has_password))
  execute function note_moves_of_tenant();

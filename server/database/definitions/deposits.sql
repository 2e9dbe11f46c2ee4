-- A deposit is only added to, and never less than nothing is held of it.

create or replace trigger deposit_entries_append_only before update or delete on deposit_entries
  for each row execute function refuse_change();
create or replace trigger deposit_entries_no_truncate before truncate on deposit_entries
  for each statement execute function refuse_change();

create or replace function keep_deposit() returns trigger language plpgsql as $$
begin
  -- Whoever adds to a deposit waits for its lease.
  perform from leases where id = new.lease_id for update;
  if (select sum(amount) from deposit_entries where lease_id = new.lease_id) < 0 then
    raise exception 'less than nothing would be held of the deposit of lease %', new.lease_id
      using errcode = 'check_violation', constraint = 'deposit_entries_held';
  end if;
  return null;
end $$;
create or replace trigger deposit_entries_keep after insert on deposit_entries
  for each row execute function keep_deposit();

-- Nothing is dated into a closed month.
create or replace function refuse_closed_deposit() returns trigger language plpgsql as $$
begin
  if new.day < first_open_day() then
    raise exception 'the months before % are closed: date the entry after them', first_open_day()
      using errcode = 'check_violation', table = 'deposit_entries', constraint = 'deposit_entries_in_open_month';
  end if;
  return new;
end $$;
create or replace trigger deposit_entries_refuse_closed_month before insert on deposit_entries
  for each row execute function refuse_closed_deposit();

-- A deposit is told to management and to those who rent by its lease; how deposits are kept, to everybody.
create or replace function note_deposit() returns trigger language plpgsql as $$
begin
  insert into list_changes (list, scope)
  select 'deposits', 'management' union all
  select distinct 'deposits', 'user:' || user_id from lease_tenants where lease_id = new.lease_id;
  return null;
end $$;
create or replace trigger deposit_entries_note_changes after insert on deposit_entries
  for each row execute function note_deposit();

create or replace function note_deposit_rule() returns trigger language plpgsql as $$
begin
  insert into list_changes (list, scope) values ('deposits', 'everyone');
  return null;
end $$;
create or replace trigger deposit_rule_note_changes after insert or update on deposit_rule
  for each statement execute function note_deposit_rule();

create or replace trigger property_deposit_rules_note_changes after insert or update or delete on property_deposit_rules
  for each statement execute function note_deposit_rule();

-- An entry is shown with its photos, to whoever sees the deposit.
create or replace function note_deposit_photo() returns trigger language plpgsql as $$
begin
  insert into list_changes (list, scope)
  select 'deposits', 'management' union all
  select distinct 'deposits', 'user:' || tenant.user_id from deposit_entries as entry
    join lease_tenants as tenant on tenant.lease_id = entry.lease_id where entry.id = coalesce(new.record_id, old.record_id)::int;
  return null;
end $$;
create or replace trigger named_photos_note_deposits after insert or update on named_photos
  for each row when (new.record_kind = 'deposit') execute function note_deposit_photo();
create or replace trigger named_photos_note_deposits_removed after delete on named_photos
  for each row when (old.record_kind = 'deposit') execute function note_deposit_photo();

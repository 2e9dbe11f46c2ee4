-- Units, last readings and properties are refreshed by what changed in them, as the lists of migration 0029.

-- The number that a unit's number begins with: 2 before 10. Those without one come last.
create function unit_order(unit_number text) returns numeric language sql immutable parallel safe as $$
  select coalesce(substring(unit_number from '^[0-9]+')::numeric, 'Infinity')
$$;
create index units_in_order on units (property_id, unit_order(unit_number), unit_number, id);

create function note_listed_unit() returns trigger language plpgsql as $$
begin
  perform note_changes('units', array['management'], array[coalesce(new.id, old.id)]);
  return null;
end $$;
create trigger units_note_listed after insert or update or delete on units
  for each row execute function note_listed_unit();

-- A unit is listed with its tenants, whoever leaves or comes.
create function note_tenants() returns trigger language plpgsql as $$
begin
  perform note_changes('units', array['management'], array_agg(distinct unit))
    from unnest(array[case when tg_op <> 'INSERT' then old.unit end, case when tg_op <> 'DELETE' then new.unit end]) as unit
    where unit is not null having count(*) > 0;
  return null;
end $$;
create trigger users_note_tenants_added after insert or delete on users
  for each row execute function note_tenants();
create trigger users_note_tenants_changed after update on users for each row
  when ((old.unit, old.unit_since, old.is_current_user, old.first_name, old.last_name)
    is distinct from (new.unit, new.unit_since, new.is_current_user, new.first_name, new.last_name))
  execute function note_tenants();

create function note_readings() returns trigger language plpgsql as $$
begin
  insert into list_changes (list, scope, row_id)
  select distinct 'readings', 'management', case when (select count(*) from changed) <= 500 then unit_id end from changed;
  return null;
end $$;
create trigger utility_bills_note_added after insert on utility_bills
  referencing new table as changed for each statement execute function note_readings();
create trigger utility_bills_note_changes after update on utility_bills
  referencing new table as changed for each statement execute function note_readings();

create function note_listed_property() returns trigger language plpgsql as $$
begin
  perform note_changes('properties', array['everyone'], array[coalesce(new.id, old.id)]);
  -- Its name stands beside its units, and tells others of its name apart.
  insert into list_changes (list, scope) values ('units', 'management');
  return null;
end $$;
create trigger properties_note_listed after insert or update or delete on properties
  for each row execute function note_listed_property();

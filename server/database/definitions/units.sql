-- The order and the equality of the numbers of units, and which lists a unit stands in.

-- The number that a unit's number begins with: 2 before 10. Those without one come last.
create or replace function unit_order(unit_number text) returns numeric language sql immutable parallel safe as $$
  select coalesce(substring(unit_number from '^[0-9]+')::numeric, 'Infinity')
$$;

-- "2b", "2 B" and "02B" are on the same door, as `isSameDoor` says in the contract.
create or replace function door_number(text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(regexp_replace(lower($1), '[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]', '', 'g'), '^0+(?=.)', '')
$$;

-- A unit's number stands beside its people and requests, also as they see them.
create or replace function note_unit() returns trigger language plpgsql as $$
begin
  perform note_changes(list, array['management'], array_agg(users.id))
    from users, (values ('users'), ('balances')) as lists (list) where users.unit = new.id group by list;
  insert into list_changes (list, scope) select 'users', 'user:' || id from users where unit = new.id;
  -- In another property its people see other things than before, of which their open apps are told.
  if old.property_id <> new.property_id then
    insert into list_changes (list, scope) select 'account', 'user:' || id from users where unit = new.id;
  end if;
  perform note_request(request) from maintenance_requests as request where request.unit_id = new.id;
  perform note_thread(thread, true) from message_threads as thread where thread.unit_id = new.id;
  return null;
end $$;
create or replace trigger units_note_changes after update on units for each row execute function note_unit();

create or replace function note_listed_unit() returns trigger language plpgsql as $$
begin
  perform note_changes('units', array['management'], array[coalesce(new.id, old.id)]);
  return null;
end $$;
create or replace trigger units_note_listed after insert or update or delete on units
  for each row execute function note_listed_unit();

-- A unit is listed with its tenants, whoever leaves or comes.
create or replace function note_tenants() returns trigger language plpgsql as $$
begin
  perform note_changes('units', array['management'], array_agg(distinct unit))
    from unnest(array[case when tg_op <> 'INSERT' then old.unit end, case when tg_op <> 'DELETE' then new.unit end]) as unit
    where unit is not null having count(*) > 0;
  return null;
end $$;
create or replace trigger users_note_tenants_added after insert or delete on users
  for each row execute function note_tenants();
create or replace trigger users_note_tenants_changed after update on users for each row
  when ((old.unit, old.unit_since, old.is_current_user, old.first_name, old.last_name)
    is distinct from (new.unit, new.unit_since, new.is_current_user, new.first_name, new.last_name))
  execute function note_tenants();

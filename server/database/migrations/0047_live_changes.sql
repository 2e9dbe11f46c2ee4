-- What tells open apps that a read became stale: each change that is noted for a list is told to every process of the
-- server as its transaction commits, as '<list> <scope> <scope> …'. https://www.postgresql.org/docs/current/sql-notify.html
create function tell_list_changes() returns trigger language plpgsql as $$
begin
  -- A payload has fewer than 8000 bytes.
  perform pg_notify('list_changes', list || ' ' || string_agg(scope, ' '))
  from (
    select list, scope, (row_number() over (partition by list order by scope) - 1) / 200 as part
    from (select distinct list, scope from added) as changed
  ) as parts
  group by list, part;
  return null;
end $$;
create trigger list_changes_tell after insert on list_changes
  referencing new table as added for each statement execute function tell_list_changes();

-- Reads that are no paged lists are noted too, for the people whose they are, without rows.

-- Notes a row of one person: its list, and the column with the person's id. Not of when something was used or asked last.
create function note_own() returns trigger language plpgsql as $$
declare
  unnoted constant text[] := array['asked_at', 'last_used_at', 'expires_at', 'device'];
  own constant jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - unnoted = to_jsonb(new) - unnoted then return null; end if;
  insert into list_changes (list, scope) values (tg_argv[0], 'user:' || (own ->> tg_argv[1]));
  return null;
end $$;
create trigger users_note_account after update on users
  for each row execute function note_own('account', 'id');
create trigger sessions_note_own after insert or update or delete on sessions
  for each row execute function note_own('sessions', 'user_id');
create trigger payment_intents_note_own after insert or update on payment_intents
  for each row execute function note_own('payments', 'user_id');
create trigger autopay_setups_note_own after insert or update on autopay_setups
  for each row execute function note_own('payments', 'user_id');
create trigger autopay_note_own after insert or update or delete on autopay
  for each row execute function note_own('payments', 'user_id');
create trigger lease_tenants_note_own after insert or update or delete on lease_tenants
  for each row execute function note_own('leases', 'user_id');

-- A lease is told to those who rent by it.
create function note_tenants_lease() returns trigger language plpgsql as $$
begin
  insert into list_changes (list, scope)
  select 'leases', 'user:' || user_id from lease_tenants
  where lease_id = (to_jsonb(new) ->> tg_argv[0])::integer;
  return null;
end $$;
create trigger leases_note_tenants after update on leases
  for each row execute function note_tenants_lease('id');
create trigger lease_charges_note_tenants after insert or update on lease_charges
  for each row execute function note_tenants_lease('lease_id');

create function note_rates() returns trigger language plpgsql as $$
begin
  insert into list_changes (list, scope) values ('rates', 'everyone');
  return null;
end $$;
create trigger utility_rates_note_changes after insert on utility_rates
  for each statement execute function note_rates();

-- What somebody is told of can concern everyone in one statement.
create function note_notifications() returns trigger language plpgsql as $$
begin
  insert into list_changes (list, scope) select distinct 'notifications', 'user:' || user_id from changed;
  return null;
end $$;
create trigger notifications_note_added after insert on notifications
  referencing new table as changed for each statement execute function note_notifications();
create trigger notifications_note_changes after update on notifications
  referencing new table as changed for each statement execute function note_notifications();

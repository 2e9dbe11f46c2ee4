-- What changed in the lists that a phone keeps, in the table `list_changes`, and who is told of it. The triggers of each subject
-- note it, so that nothing that writes can forget it.

-- Which database this is, and which run of its server: after a restore, transactions are numbered anew.
create or replace function list_epoch() returns text language sql stable as $$
  select concat_ws(' ', extract(epoch from pg_postmaster_start_time()), 'list_changes'::regclass::oid, current_database())
$$;

-- Notes rows of a list for everyone who sees them. More than 500 in a scope are noted as any row.
create or replace function note_changes(changed_list text, scopes text[], ids integer[]) returns void language plpgsql as $$
begin
  insert into list_changes (list, scope, row_id)
  select distinct changed_list, scope, case when cardinality(ids) <= 500 then id end
  from unnest(ids) as id, unnest(scopes) as scope where scope is not null;
end $$;

-- What tells open apps that a read became stale: each change that is noted for a list is told to every process of the
-- server as its transaction commits, as '<list> <scope> <scope> …'. https://www.postgresql.org/docs/current/sql-notify.html
create or replace function tell_list_changes() returns trigger language plpgsql as $$
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
create or replace trigger list_changes_tell after insert on list_changes
  referencing new table as added for each statement execute function tell_list_changes();

-- Notes a row of one person: its list, and the column with the person's id. Not of when something was used or asked last.
create or replace function note_own() returns trigger language plpgsql as $$
declare
  unnoted constant text[] := array['asked_at', 'last_used_at', 'expires_at', 'device', 'last_step'];
  own constant jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - unnoted = to_jsonb(new) - unnoted then return null; end if;
  insert into list_changes (list, scope) values (tg_argv[0], 'user:' || (own ->> tg_argv[1]));
  return null;
end $$;

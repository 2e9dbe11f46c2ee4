-- What changed in the lists that a phone keeps: a row for each row of a list that a transaction added, changed or took
-- away, by who sees it. A list's version is a snapshot, and what came after it are the rows that the snapshot does not
-- see: https://www.postgresql.org/docs/current/functions-info.html#FUNCTIONS-INFO-SNAPSHOT
-- Triggers write them, so that nothing that writes can forget it, and no two transactions wait for one counter.
create table list_changes (
  list text not null,
  -- `management`, `everyone`, `user:<id>` or `unit:<id>`.
  scope text not null,
  -- The id of a row of the list; null where any row may have changed.
  row_id integer,
  changed_in xid8 not null default pg_current_xact_id(),
  changed_at timestamptz(3) not null default now()
);
create index list_changes_by_scope on list_changes (list, scope, changed_in);
create index list_changes_by_age on list_changes (changed_at);

-- The last transaction whose changes were deleted, if any: what changed after a version before it is not known any more.
create table list_changes_deleted (
  up_to xid8 not null
);

-- Which database this is, and which run of its server: after a restore, transactions are numbered anew.
create function list_epoch() returns text language sql stable as $$
  select concat_ws(' ', extract(epoch from pg_postmaster_start_time()), 'list_changes'::regclass::oid, current_database())
$$;

-- Notes rows of a list for everyone who sees them. More than 500 in a scope are noted as any row.
create function note_changes(changed_list text, scopes text[], ids integer[]) returns void language sql as $$
  insert into list_changes (list, scope, row_id)
  select distinct changed_list, scope, case when cardinality(ids) <= 500 then id end
  from unnest(ids) as id, unnest(scopes) as scope where scope is not null
$$;

create function note_entries() returns trigger language plpgsql as $$
begin
  with entries as (
    select user_id, id from added union all
    select user_id, reverses from added where reverses is not null
  ), counted as (
    select user_id, id, count(*) over (partition by user_id) > 500 as many, count(*) over () > 500 as many_people from entries
  )
  insert into list_changes (list, scope, row_id)
  select distinct 'transactions', 'user:' || user_id, case when not many then id end from counted union all
  select distinct 'balances', 'management', case when not many_people then user_id end from counted;
  return null;
end $$;
create trigger transactions_note_changes after insert on transactions
  referencing new table as added for each statement execute function note_entries();

-- An entry is shown with the card it was paid by, which may be told later. A bill is posted along with its entry.
create function note_card_payment() returns trigger language plpgsql as $$
begin
  perform note_changes('transactions', array['user:' || new.user_id], array[new.transaction_id]);
  return null;
end $$;
-- Not of when the provider was asked last.
create trigger payment_intents_note_changes after update on payment_intents for each row
  when (new.transaction_id is not null and (old.transaction_id, old.stripe_id, old.last4, old.brand)
    is distinct from (new.transaction_id, new.stripe_id, new.last4, new.brand))
  execute function note_card_payment();
create trigger payment_intents_note_added after insert on payment_intents for each row
  when (new.transaction_id is not null) execute function note_card_payment();

-- `everyone` also for what is published later, since a transaction may take until then.
create function note_announcement(post announcements) returns void language sql as $$
  select note_changes('announcements',
    array['management', 'user:' || post.user_id, case when post.status = 'approved' then 'everyone' end], array[post.id])
$$;

create function note_announcements() returns trigger language plpgsql as $$
begin
  perform note_announcement(case when tg_op = 'DELETE' then old else new end);
  return null;
end $$;
create trigger announcements_note_changes after insert or update or delete on announcements
  for each row execute function note_announcements();

create function note_request(request maintenance_requests) returns void language sql as $$
  select note_changes('maintenance', array['management', 'user:' || request.user_id,
    case when request.by_management then 'unit:' || request.unit_id end], array[request.id])
$$;

create function note_requests() returns trigger language plpgsql as $$
begin
  perform note_request(case when tg_op = 'DELETE' then old else new end);
  return null;
end $$;
create trigger maintenance_note_changes after insert or update or delete on maintenance_requests
  for each row execute function note_requests();

create function note_photos() returns trigger language plpgsql as $$
begin
  perform note_request(request) from maintenance_requests as request
  where request.id in (select maintenance_request_id from changed);
  return null;
end $$;
create trigger photos_note_added after insert on photos
  referencing new table as changed for each statement execute function note_photos();
create trigger photos_note_changes after update on photos
  referencing new table as changed for each statement execute function note_photos();

-- A person stands in the lists of people and balances, beside what they wrote, and beside the removals they asked for.
create function note_people() returns trigger language plpgsql as $$
begin
  insert into list_changes (list, scope, row_id)
  select distinct list, 'management', case when (select count(*) from changed) <= 500 then id end
  from changed, (values ('users'), ('balances')) as lists (list);
  if tg_op = 'INSERT' then return null; end if;
  perform note_changes('users', array['management'], array[removal.user_id])
    from manager_removals as removal join changed on changed.id = removal.requested_by;
  perform note_request(request) from maintenance_requests as request join changed on changed.id = request.user_id;
  perform note_announcement(post) from announcements as post join changed on changed.id = post.user_id;
  return null;
end $$;
create trigger users_note_added after insert on users
  referencing new table as changed for each statement execute function note_people();
create trigger users_note_changes after update on users
  referencing new table as changed for each statement execute function note_people();
create trigger users_note_deleted after delete on users
  referencing old table as changed for each statement execute function note_people();

create function note_removals() returns trigger language plpgsql as $$
begin
  perform note_changes('users', array['management'], array[coalesce(new.user_id, old.user_id)]);
  return null;
end $$;
create trigger manager_removals_note_changes after insert or update or delete on manager_removals
  for each row execute function note_removals();

-- A unit's number stands beside its people and requests.
create function note_unit() returns trigger language plpgsql as $$
begin
  perform note_changes(list, array['management'], array_agg(users.id))
    from users, (values ('users'), ('balances')) as lists (list) where users.unit = new.id group by list;
  perform note_request(request) from maintenance_requests as request where request.unit_id = new.id;
  return null;
end $$;
create trigger units_note_changes after update on units for each row execute function note_unit();

-- A property's name stands in most rows, and another property of its name changes how it is told apart.
create function note_property() returns trigger language plpgsql as $$
begin
  insert into list_changes (list, scope) values
    ('users', 'management'), ('balances', 'management'), ('maintenance', 'management'), ('maintenance', 'everyone');
  return null;
end $$;
create trigger properties_note_changes after insert or update or delete on properties
  for each statement execute function note_property();

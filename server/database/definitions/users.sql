-- What follows from how a person's row changes, and which lists they stand in.

-- Since when a person has lived in their unit: of several tenants the first one is billed, whenever they signed up.
create or replace function keep_unit_since() returns trigger language plpgsql as $$
begin
  if new.unit is null then
    new.unit_since := null;
  elsif tg_op = 'INSERT' then
    new.unit_since := coalesce(new.unit_since, now());
  elsif new.unit is distinct from old.unit then
    new.unit_since := now();
  end if;
  return new;
end $$;
create or replace trigger users_keep_unit_since before insert or update of unit on users
  for each row execute function keep_unit_since();

-- Since when it stands where a person lives and whether they can sign in: whoever ends it later names the one that they ended.
create or replace function keep_access_since() returns trigger language plpgsql as $$
begin
  if (new.unit, new.is_current_user) is distinct from (old.unit, old.is_current_user) then
    new.access_since := now();
  end if;
  return new;
end $$;
create or replace trigger users_keep_access_since before update of unit, is_current_user on users
  for each row execute function keep_access_since();

-- Since when someone is a manager, so that a new one has no say in who else is removed.
create or replace function keep_manager_since() returns trigger language plpgsql as $$
begin
  if not new.is_manager then
    new.manager_since := null;
  elsif new.manager_since is null then
    new.manager_since := now();
  end if;
  return new;
end $$;
create or replace trigger keep_manager_since before insert or update of is_manager on users
  for each row execute function keep_manager_since();

-- Whatever changes the password or the address makes links void that were sent before.
create or replace function void_links() returns trigger language plpgsql as $$
begin
  if (new.password_hash, lower(new.email), new.is_current_user)
    is distinct from (old.password_hash, lower(old.email), old.is_current_user)
  then
    new.invitation := null;
    new.invited_at := null;
    delete from password_resets where user_id = new.id;
  end if;
  return new;
end $$;
create or replace trigger users_void_links before update on users for each row execute function void_links();

-- Management answers for the addresses of whom it enters, makes a manager or confirms into a unit, as they are at that moment.
create or replace function is_vouched_for(person users) returns boolean language sql immutable as $$
  select person.unit is not null or person.is_manager or not person.has_password
$$;

create or replace function confirm_email() returns trigger language plpgsql as $$
begin
  if is_vouched_for(new) and (tg_op = 'INSERT' or not is_vouched_for(old)) then
    new.confirmed_email := new.email;
  end if;
  return new;
end $$;
create or replace trigger users_confirm_email before insert or update on users for each row execute function confirm_email();

-- The sessions of a deactivated user stay, so that their devices are told so, but nothing is sent to them.
create or replace function end_push_of_inactive_user() returns trigger language plpgsql as $$
begin
  delete from push_subscriptions where user_id = new.id;
  return null;
end $$;
create or replace trigger users_end_push after update of is_current_user on users
  for each row when (old.is_current_user and not new.is_current_user) execute function end_push_of_inactive_user();

-- A person stands in the lists of people and balances, beside what they wrote, and beside the removals they asked for.
create or replace function note_people() returns trigger language plpgsql as $$
begin
  insert into list_changes (list, scope, row_id)
  select distinct list, 'management', case when (select count(*) from changed) <= 500 then id end
  from changed, (values ('users'), ('balances')) as lists (list);
  if tg_op = 'INSERT' then return null; end if;
  perform note_changes('users', array['management'], array[removal.user_id])
    from manager_removals as removal join changed on changed.id = removal.requested_by;
  perform note_request(request) from maintenance_requests as request join changed on changed.id = request.user_id;
  perform note_announcement(post) from announcements as post join changed on changed.id = post.user_id;
  perform note_request_events(request, true) from maintenance_requests as request
    where request.id in (
      select maintenance_request_id from maintenance_events as event join changed on changed.id = event.author_id
      where not event.by_management
    );
  perform note_thread(thread, true) from message_threads as thread
    where thread.user_id in (select id from changed)
      or thread.id in (select thread_id from messages join changed on changed.id = messages.author_id where not by_management);
  return null;
end $$;
create or replace trigger users_note_added after insert on users
  referencing new table as changed for each statement execute function note_people();
create or replace trigger users_note_changes after update on users
  referencing new table as changed for each statement execute function note_people();
create or replace trigger users_note_deleted after delete on users
  referencing old table as changed for each statement execute function note_people();

create or replace function note_removals() returns trigger language plpgsql as $$
begin
  perform note_changes('users', array['management'], array[coalesce(new.user_id, old.user_id)]);
  return null;
end $$;
create or replace trigger manager_removals_note_changes after insert or update or delete on manager_removals
  for each row execute function note_removals();

-- What a person alone sees of themselves.
create or replace trigger users_note_account after update on users
  for each row execute function note_own('account', 'id');
create or replace trigger sessions_note_own after insert or update or delete on sessions
  for each row execute function note_own('sessions', 'user_id');
create or replace trigger second_factors_note_own after insert or update or delete on second_factors
  for each row execute function note_own('account', 'user_id');
create or replace trigger recovery_codes_note_own after insert or delete on recovery_codes
  for each row execute function note_own('account', 'user_id');

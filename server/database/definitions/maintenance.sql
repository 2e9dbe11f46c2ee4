-- Files of a photo whose row is deleted are deleted with the pending uploads, so that none is forgotten.
create or replace function condemn_photo() returns trigger language plpgsql as $$
begin
  insert into announced_photos (id, condemned) values (old.id, true)
    on conflict (id) do update set condemned = true;
  return null;
end $$;
create or replace trigger photos_condemn after delete on photos for each row execute function condemn_photo();

-- What a deleted record named goes with it. Its argument is the kind of record.
create or replace function forget_named_photos() returns trigger language plpgsql as $$
begin
  delete from photo_uploads where record_kind = tg_argv[0] and record_id = old.id::text;
  with forgotten as (
    delete from named_photos where record_kind = tg_argv[0] and record_id = old.id::text returning photo_id
  )
  delete from photos using forgotten where photos.id = forgotten.photo_id;
  return null;
end $$;

-- A request is listed with its photos, for management, for whom it is of and for the unit it is about.

create or replace function note_request(request maintenance_requests) returns void language plpgsql as $$
begin
  perform note_changes('maintenance', array['management', 'user:' || request.user_id,
    case when request.by_management then 'unit:' || request.unit_id end], array[request.id]);
end $$;

create or replace function note_requests() returns trigger language plpgsql as $$
begin
  perform note_request(case when tg_op = 'DELETE' then old else new end);
  return null;
end $$;
create or replace trigger maintenance_note_changes after insert or update or delete on maintenance_requests
  for each row execute function note_requests();

-- Who writes a text writes a version of their own, also a server of the version before.
create or replace function begin_version() returns trigger language plpgsql as $$
begin
  new.photos_since := null;
  return new;
end $$;
create or replace trigger maintenance_begin_version before update of information on maintenance_requests
  for each row execute function begin_version();

create or replace function note_photos() returns trigger language plpgsql as $$
begin
  perform note_request(request) from maintenance_requests as request
  where request.id in (select maintenance_request_id from changed);
  return null;
end $$;
create or replace trigger photos_note_added after insert on photos
  referencing new table as changed for each statement execute function note_photos();
create or replace trigger photos_note_changes after update on photos
  referencing new table as changed for each statement execute function note_photos();

-- What happened with a request is only added to.
create or replace function refuse_event_change() returns trigger language plpgsql as $$
begin
  raise exception 'maintenance events are append-only' using errcode = 'restrict_violation';
end $$;
-- Its people may be deleted, its words stay.
create or replace trigger maintenance_events_append_only before update on maintenance_events for each row
  when ((to_jsonb(old) - 'author_id' - 'assignee_id') is distinct from (to_jsonb(new) - 'author_id' - 'assignee_id'))
  execute function refuse_event_change();

-- A server of the version before completes a request without saying so here.
create or replace function tell_completion() returns trigger language plpgsql as $$
begin
  insert into maintenance_events (maintenance_request_id, kind, author_id, by_management, acted_at)
  select new.id, 'done', new.completed_by, true, new.completed_at
  where not exists (
    select from maintenance_events
    where maintenance_request_id = new.id and kind = 'done' and acted_at = new.completed_at
  );
  return null;
end $$;
create or replace trigger maintenance_tell_completion after update on maintenance_requests for each row
  when (new.completed and not old.completed) execute function tell_completion();
create or replace trigger maintenance_tell_completed after insert on maintenance_requests for each row
  when (new.completed) execute function tell_completion();

-- Of what management notes for itself nobody else is told anything, not even that it was written.
create or replace function note_request_events(request maintenance_requests, for_residents boolean) returns void
language plpgsql as $$
begin
  insert into list_changes (list, scope)
  select 'maintenance_events', scope
  from unnest(case when for_residents
    then array['management', 'user:' || request.user_id, case when request.by_management then 'unit:' || request.unit_id end]
    else array['management'] end) as scope
  where scope is not null;
end $$;

create or replace function note_events() returns trigger language plpgsql as $$
begin
  perform note_request_events(request, new.kind <> 'note')
    from maintenance_requests as request where request.id = new.maintenance_request_id;
  return null;
end $$;
create or replace trigger maintenance_events_note_changes after insert or update on maintenance_events
  for each row execute function note_events();

-- Management is told of what is planned.
create or replace function note_upkeep() returns trigger language plpgsql as $$
begin
  insert into list_changes (list, scope) values ('upkeep', 'management');
  return null;
end $$;
create or replace trigger upkeep_note_changes after insert or update or delete on upkeep
  for each statement execute function note_upkeep();

-- An event is listed with its photos, which go with it.
create or replace function note_event_photo() returns trigger language plpgsql as $$
begin
  perform note_request_events(request, event.kind <> 'note')
    from maintenance_events as event join maintenance_requests as request on request.id = event.maintenance_request_id
    where event.id = coalesce(new.record_id, old.record_id)::integer;
  return null;
end $$;
create or replace trigger named_photos_note_events after insert or update on named_photos
  for each row when (new.record_kind = 'event') execute function note_event_photo();
create or replace trigger named_photos_note_events_removed after delete on named_photos
  for each row when (old.record_kind = 'event') execute function note_event_photo();
create or replace trigger maintenance_events_forget_photos after delete on maintenance_events
  for each row execute function forget_named_photos('event');

-- Notices of entry and their answers are only added to. Management is told of all, who lives in the home of theirs.

create or replace function refuse_entry_notice_change() returns trigger language plpgsql as $$
begin
  raise exception 'notices of entry are append-only' using errcode = 'restrict_violation';
end $$;
-- Who gave one, and the request that it was for, may be deleted.
create or replace trigger entry_notices_append_only before update on entry_notices for each row
  when ((to_jsonb(old) - 'given_by' - 'maintenance_request_id') is distinct from (to_jsonb(new) - 'given_by' - 'maintenance_request_id'))
  execute function refuse_entry_notice_change();
create or replace trigger entry_notice_answers_append_only before update on entry_notice_answers for each row
  when ((to_jsonb(old) - 'user_id') is distinct from (to_jsonb(new) - 'user_id'))
  execute function refuse_entry_notice_change();

create or replace function note_entry_notices(home integer) returns void language plpgsql as $$
begin
  insert into list_changes (list, scope)
  select 'entry_notices', scope from unnest(array['management', 'unit:' || home]) as scope;
end $$;

create or replace function note_entry_notice() returns trigger language plpgsql as $$
begin
  perform note_entry_notices(new.unit_id);
  return null;
end $$;
create or replace trigger entry_notices_note_changes after insert or update on entry_notices
  for each row execute function note_entry_notice();

create or replace function note_entry_notice_answer() returns trigger language plpgsql as $$
begin
  perform note_entry_notices(unit_id) from entry_notices where id = new.notice_id;
  return null;
end $$;
create or replace trigger entry_notice_answers_note_changes after insert or update on entry_notice_answers
  for each row execute function note_entry_notice_answer();

-- The number of the home stands in its notices.
create or replace function note_unit_of_notices() returns trigger language plpgsql as $$
begin
  perform note_entry_notices(new.id);
  return null;
end $$;
create or replace trigger units_note_entry_notices after update on units for each row
  when (old.unit_number <> new.unit_number or old.property_id <> new.property_id)
  execute function note_unit_of_notices();

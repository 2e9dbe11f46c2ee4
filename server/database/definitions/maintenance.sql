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

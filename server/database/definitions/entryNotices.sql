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

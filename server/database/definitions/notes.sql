-- Notes are only added to, and managers alone are told of them.

create or replace function refuse_note_change() returns trigger language plpgsql as $$
begin
  raise exception 'notes are append-only' using errcode = 'restrict_violation';
end $$;
-- The author of a note may be deleted, its words stay.
create or replace trigger notes_append_only before update on notes for each row
  when ((old.user_id, old.unit_id, old.text, old.created_at, old.reached)
    is distinct from (new.user_id, new.unit_id, new.text, new.created_at, new.reached))
  execute function refuse_note_change();

create or replace function note_notes() returns trigger language plpgsql as $$
begin
  insert into list_changes (list, scope) values ('notes', 'management');
  return null;
end $$;
create or replace trigger notes_note_changes after insert or update or delete on notes
  for each statement execute function note_notes();
create or replace trigger community_note_words after update on community for each row
  when (old.reminder_words is distinct from new.reminder_words) execute function note_notes();
create or replace trigger community_note_first_words after insert on community for each row
  when (new.reminder_words is not null) execute function note_notes();

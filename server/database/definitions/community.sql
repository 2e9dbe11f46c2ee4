-- Who is told that the steps of the first week were hidden, or are shown again.

create or replace function note_first_steps() returns trigger language plpgsql as $$
begin
  insert into list_changes (list, scope) values ('first_steps', 'management');
  return null;
end $$;
create or replace trigger community_note_first_steps after update on community for each row
  when (old.first_steps_hidden_at is distinct from new.first_steps_hidden_at)
  execute function note_first_steps();
create or replace trigger community_note_first_steps_added after insert on community for each row
  when (new.first_steps_hidden_at is not null)
  execute function note_first_steps();

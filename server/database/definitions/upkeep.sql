-- Management is told of what is planned.
create or replace function note_upkeep() returns trigger language plpgsql as $$
begin
  insert into list_changes (list, scope) values ('upkeep', 'management');
  return null;
end $$;
create or replace trigger upkeep_note_changes after insert or update or delete on upkeep
  for each statement execute function note_upkeep();

-- Who is told that what they snoozed or took stands otherwise.

create or replace trigger today_snoozes_note_own after insert or update or delete on today_snoozes
  for each row execute function note_own('today', 'user_id');

create or replace function note_taken() returns trigger language plpgsql as $$
begin
  insert into list_changes (list, scope) values ('today', 'management');
  return null;
end $$;
create or replace trigger today_taken_note_changes after insert or update or delete on today_taken
  for each statement execute function note_taken();

-- Who is told that what they snoozed or took stands otherwise, and of what no list of management shows.

create or replace trigger today_snoozes_note_own after insert or update or delete on today_snoozes
  for each row execute function note_own('today', 'user_id');

create or replace function note_today() returns trigger language plpgsql as $$
begin
  insert into list_changes (list, scope) values ('today', 'management');
  return null;
end $$;
create or replace trigger today_taken_note_changes after insert or update or delete on today_taken
  for each statement execute function note_today();

-- A payment that a bank refused waits for management until another one is under way, and so does autopay while it is paused.
create or replace trigger payment_intents_note_failed after update on payment_intents for each row
  when ((old.failed_at, old.processing_since) is distinct from (new.failed_at, new.processing_since))
  execute function note_today();
create or replace trigger autopay_note_paused after update on autopay for each row
  when (old.paused_at is distinct from new.paused_at) execute function note_today();
create or replace trigger autopay_note_stopped after delete on autopay for each row
  when (old.paused_at is not null) execute function note_today();

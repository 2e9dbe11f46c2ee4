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

-- A message that was given up, or is not any more, waits for management.
create or replace trigger deliveries_note_given_up after update on deliveries for each row
  when ((old.state = 'given_up') is distinct from (new.state = 'given_up')) execute function note_today();
create or replace trigger deliveries_note_added after insert on deliveries for each row
  when (new.state = 'given_up') execute function note_today();
create or replace trigger deliveries_note_deleted after delete on deliveries for each row
  when (old.state = 'given_up') execute function note_today();

-- So does a job that failed, until it works, and a night without a backup.
create or replace trigger jobs_note_failed after update on jobs for each row
  when (old.failed_at is distinct from new.failed_at) execute function note_today();
create or replace trigger jobs_note_failed_first after insert on jobs for each row
  when (new.failed_at is not null) execute function note_today();
create or replace trigger nightly_backups_note_ended after insert or update on nightly_backups
  for each statement execute function note_today();

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

-- Conversations of management with people and homes: who is told of them, and what those who move out keep.

create or replace function refuse_message_change() returns trigger language plpgsql as $$
begin
  raise exception 'messages are append-only' using errcode = 'restrict_violation';
end $$;
-- The author may be deleted, the words stay.
create or replace trigger messages_append_only before update on messages for each row
  when ((to_jsonb(old) - 'author_id') is distinct from (to_jsonb(new) - 'author_id'))
  execute function refuse_message_change();

-- Residents to whom a conversation is shown, as their list of conversations has it: whom it is with, or who lives in the home and was
-- written to since they do. With those who left, also who wrote in it or read it before they moved out.
create or replace function readers_of_thread(thread message_threads, with_left boolean) returns text[] language sql stable as $$
  select array(
    select 'user:' || thread.user_id where thread.user_id is not null
    union select 'user:' || person.id from users as person where person.unit = thread.unit_id and exists (
      select from messages as message
      where message.thread_id = thread.id and message.kind = 'message' and message.received_at >= person.unit_since)
    union select 'user:' || message.author_id from messages as message
      where with_left and message.thread_id = thread.id and not message.by_management and message.author_id is not null
    union select 'user:' || stay.user_id from message_stays as stay where with_left and stay.unit_id = thread.unit_id and exists (
      select from messages as message where message.thread_id = thread.id and message.kind = 'message'
        and message.received_at >= stay.since and message.received_at < stay.until))
$$;

-- Each reader is told alone: a home is lived in by people who never saw what was written before them.
create or replace function note_thread(thread message_threads, with_left boolean) returns void language plpgsql as $$
begin
  perform note_changes('messages', array['management'] || readers_of_thread(thread, with_left), array[thread.id]);
end $$;

-- A conversation is listed with its last words. Those who left are told nothing of what is written afterwards.
create or replace function note_messages() returns trigger language plpgsql as $$
begin
  perform note_thread(thread, tg_op = 'UPDATE') from message_threads as thread where thread.id = new.thread_id;
  return null;
end $$;
create or replace trigger messages_note_changes after insert or update on messages
  for each row execute function note_messages();

create or replace function note_threads() returns trigger language plpgsql as $$
begin
  perform note_thread(new, false);
  return null;
end $$;
create or replace trigger message_threads_note_changes after update on message_threads
  for each row execute function note_threads();

-- Before its messages go, which say who read it.
create or replace function note_deleted_thread() returns trigger language plpgsql as $$
begin
  perform note_thread(old, true);
  return old;
end $$;
create or replace trigger message_threads_note_deleted before delete on message_threads
  for each row execute function note_deleted_thread();

-- That somebody has read is told to them alone, on their other devices.
create or replace function note_read() returns trigger language plpgsql as $$
begin
  perform note_changes('messages', array['user:' || new.user_id], array[new.thread_id]);
  return null;
end $$;
create or replace trigger message_reads_note_changes after insert or update on message_reads
  for each row execute function note_read();

-- Where nothing was written in a home meanwhile, whoever leaves keeps nothing.
create or replace function keep_stay() returns trigger language plpgsql as $$
begin
  insert into message_stays (user_id, unit_id, since, until)
  select old.id, old.unit, old.unit_since, now()
  where exists (
    select from messages as message join message_threads as thread on thread.id = message.thread_id
    where thread.unit_id = old.unit and message.received_at >= old.unit_since
  );
  return null;
end $$;
create or replace trigger users_keep_stay after update of unit on users for each row
  when (old.unit is not null and old.unit_since is not null and old.unit is distinct from new.unit)
  execute function keep_stay();

-- Which people's lists of notifications changed.

-- What somebody is told of can concern everyone in one statement.
create or replace function note_notifications() returns trigger language plpgsql as $$
begin
  insert into list_changes (list, scope) select distinct 'notifications', 'user:' || user_id from changed;
  return null;
end $$;
create or replace trigger notifications_note_added after insert on notifications
  referencing new table as changed for each statement execute function note_notifications();
create or replace trigger notifications_note_changes after update on notifications
  referencing new table as changed for each statement execute function note_notifications();
create or replace trigger notifications_note_deleted after delete on notifications
  referencing old table as changed for each statement execute function note_notifications();

-- What follows its record is told to open apps too.
create or replace function note_retold() returns trigger language plpgsql as $$
begin
  insert into list_changes (list, scope)
  select distinct 'notifications', 'user:' || user_id
  from after_it join before_it using (id) join notifications on notifications.event_id = after_it.id
  where (after_it.title, after_it.body) is distinct from (before_it.title, before_it.body);
  return null;
end $$;
create or replace trigger notification_events_note_retold after update on notification_events
  referencing old table as before_it new table as after_it for each statement execute function note_retold();

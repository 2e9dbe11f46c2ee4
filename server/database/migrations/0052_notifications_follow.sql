-- The record that an event tells of, such as `maintenance:12`: its words follow the record, and it is deleted with it.
alter table notification_events add column about text;
update notification_events set about = once where once like 'announcement:%';
update notification_events set about = 'maintenance:' || (data ->> 'request_id') where data ->> 'request_id' is not null;
create index notification_events_about on notification_events (about) where about is not null;

-- What is urgent or of security is sent before what else is due.
alter table deliveries add column urgent boolean not null default false;
drop index deliveries_due;
create index deliveries_due on deliveries (channel, urgent desc, due_at) where state in ('waiting', 'sending');
-- By which the mails of a person within an hour are counted.
create index deliveries_by_person on deliveries (user_id, channel, ended_at) where state in ('sending', 'sent');

-- What of a newcomer is told to every manager is counted by itself.
alter table allowances drop constraint allowances_kind_check,
  add constraint allowances_kind_check check (kind in ('changes', 'photos', 'reports'));

-- Open apps are told of what follows its record too.
create trigger notifications_note_deleted after delete on notifications
  referencing old table as changed for each statement execute function note_notifications();

create function note_retold() returns trigger language plpgsql as $$
begin
  insert into list_changes (list, scope)
  select distinct 'notifications', 'user:' || user_id
  from after_it join before_it using (id) join notifications on notifications.event_id = after_it.id
  where (after_it.title, after_it.body) is distinct from (before_it.title, before_it.body);
  return null;
end $$;
create trigger notification_events_note_retold after update on notification_events
  referencing old table as before_it new table as after_it for each statement execute function note_retold();

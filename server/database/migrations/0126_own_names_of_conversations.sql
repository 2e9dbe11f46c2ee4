-- The UUID by which a person knows their own conversation, where somebody else’s had the one that their device gave it. Null of all others.
alter table message_threads add column own_uuid uuid;
create unique index message_threads_by_own_uuid on message_threads (user_id, own_uuid) where own_uuid is not null;

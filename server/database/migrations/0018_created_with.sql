-- The Idempotency-Key that a record was created with. A phone that has not heard the answer yet knows its own by it.
alter table maintenance_requests add column created_with uuid;
alter table announcements add column created_with uuid;

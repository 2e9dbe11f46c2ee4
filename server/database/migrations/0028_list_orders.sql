-- The orders of the lists that are read in pages, and that no index had.
create index users_by_name on users (lower(last_name), lower(first_name), id);
create index maintenance_by_time on maintenance_requests (created_at desc, id desc) where cancelled_at is null;

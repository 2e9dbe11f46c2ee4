-- Managers are few among many people, and are told of what residents send.
create index users_managers on users (id) where is_manager;

-- Until when a one-time password opens the account; only where the password must be changed.
alter table users add column one_time_until timestamptz(3);
alter table users add constraint one_time_must_be_changed
  check (one_time_until is null or must_change_password);

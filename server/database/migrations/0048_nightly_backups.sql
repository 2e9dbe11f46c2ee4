-- The backup of each of the community's days: claimed by the row, so that one process makes it.
create table nightly_backups (
  day date primary key,
  begun_at timestamptz(3) not null default now(),
  -- When the last try failed; it is tried again an hour later.
  failed_at timestamptz(3),
  -- When it was whole in the store, under which name, and its bytes.
  completed_at timestamptz(3),
  name text,
  bytes bigint,
  constraint nightly_backups_completed check ((completed_at is null) = (name is null) and (name is null) = (bytes is null))
);

-- Which texts of `server/database/definitions/` this database has applied, the last one of each name being in force. The earlier ones
-- tell a program that is older than the database, and what a text made tells what to drop when no text makes it any more.
create table schema_definitions (
  -- Counts up without a sequence, since those are restored from backups.
  number integer primary key,
  name text not null,
  digest text not null,
  objects text[] not null,
  applied_at timestamptz not null default now(),
  constraint schema_definitions_once unique (name, digest)
);

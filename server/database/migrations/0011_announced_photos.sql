-- A photo's name is written down before its files are stored and struck out in the transaction that gives it a row,
-- so that files which never got one, because the server died in between, are known and can be removed.
create table announced_photos (
  id uuid primary key,
  at timestamptz(3) not null default now(),
  -- Its files are being removed: from now on no transaction may give it a row.
  condemned boolean not null default false
);
create index announced_photos_by_age on announced_photos (at);

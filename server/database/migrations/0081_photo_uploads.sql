-- A photo that is sent in parts: what is here of it. Each person's is their own, so that nobody can read or lengthen another's.
create table photo_uploads (
  id uuid primary key,
  maintenance_request_id integer not null references maintenance_requests on delete cascade,
  user_id integer not null references users,
  sha256 text not null,
  filename text not null,
  -- Of the whole photo, and how many of them are here.
  bytes integer not null,
  received integer not null default 0,
  -- Counted with the photos of such people.
  by_newcomer boolean not null default false,
  -- When the last part came.
  changed_at timestamptz(3) not null default now(),
  unique (maintenance_request_id, sha256, user_id),
  check (received <= bytes)
);
create index photo_uploads_by_age on photo_uploads (changed_at);
create index photo_uploads_by_user on photo_uploads (user_id);
create index photo_uploads_of_newcomers on photo_uploads (by_newcomer) where by_newcomer;

create table photo_upload_parts (
  upload_id uuid not null references photo_uploads on delete cascade,
  starts_at integer not null,
  bytes bytea not null,
  primary key (upload_id, starts_at)
);
-- A photo is compressed already.
alter table photo_upload_parts alter column bytes set storage external;

-- The digests of photos that were taken with a request and are not here yet.
alter table maintenance_requests add column awaited_photos text[] not null default '{}';
create index maintenance_awaiting_photos on maintenance_requests (updated_at) where awaited_photos <> '{}';
-- The `updated_at` since which nothing but photos was added: an edit of any version from then on overwrites nothing.
alter table maintenance_requests add column photos_since timestamptz(3);

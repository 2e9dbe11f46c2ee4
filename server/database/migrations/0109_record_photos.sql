-- Photos of any kind of record: the digests that were named with it, and what is here of them. The kind and the id say of which, since
-- a kind that is new then needs no column here; what deletes a record deletes its rows by a trigger.
create table named_photos (
  record_kind text not null,
  -- The record's id as text.
  record_id text not null,
  sha256 text not null,
  position integer not null,
  named_by integer references users on delete set null,
  named_at timestamptz(3) not null default now(),
  -- Null until it is here.
  photo_id uuid unique references photos on delete cascade,
  -- Since when it is waited for no longer: it was refused, or did not come within a week.
  given_up_at timestamptz(3),
  primary key (record_kind, record_id, sha256)
);
create index named_photos_awaited on named_photos (named_at) where photo_id is null and given_up_at is null;
create index named_photos_by_user on named_photos (named_by);

-- Of a maintenance request, or named by another record.
alter table photos alter column maintenance_request_id drop not null;
alter table photo_uploads alter column maintenance_request_id drop not null;
alter table photo_uploads add column record_kind text;
alter table photo_uploads add column record_id text;
alter table photo_uploads add constraint photo_uploads_of_one_record check (
  num_nonnulls(record_kind, record_id) = case when maintenance_request_id is null then 2 else 0 end
);
create unique index photo_uploads_of_record on photo_uploads (record_kind, record_id, sha256, user_id)
  where record_kind is not null;

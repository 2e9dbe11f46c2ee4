-- What was found in a home: rooms with items, each with its condition and a remark. A draft is saved again and again.
create table inspections (
  -- The id that the device gave it.
  id uuid primary key,
  unit_id integer not null references units,
  lease_id integer references leases,
  kind text not null check (kind in ('Move-in', 'Move-out', 'Periodic')),
  day date not null,
  rooms jsonb not null,
  signatures jsonb not null default '[]',
  -- When it was signed, by the device's time; null for a draft.
  finalized_at timestamptz(3),
  -- The last day on which its tenants may add remarks.
  remarks_until date,
  saved_by integer references users on delete set null,
  saved_at timestamptz(3) not null default now(),
  -- How often it was saved, and the device's copy that was saved last.
  version integer not null default 1,
  copy uuid not null,
  constraint inspections_finalized check ((finalized_at is null) = (remarks_until is null))
);
create index inspections_by_unit on inspections (unit_id, day desc);
create index inspections_by_lease on inspections (lease_id);
create index inspections_by_day on inspections (day desc, id);
create index inspections_by_saver on inspections (saved_by);

-- What tenants added to a finalized inspection.
create table inspection_remarks (
  id integer generated always as identity primary key,
  inspection_id uuid not null references inspections,
  user_id integer references users on delete set null,
  -- First and last name as they were.
  name text not null,
  text text not null,
  created_at timestamptz(3) not null default now(),
  created_with uuid
);
create index inspection_remarks_by_inspection on inspection_remarks (inspection_id, id);
create index inspection_remarks_by_user on inspection_remarks (user_id);

-- With which rooms an inspection begins, and for how many days tenants may add remarks.
create table inspection_template (
  one_row boolean primary key default true check (one_row),
  remark_days integer not null check (remark_days between 0 and 60),
  rooms jsonb not null
);

-- How much one resident has sent within an hour of their first, for all processes together.
create table allowances (
  user_id integer not null references users (id) on delete cascade,
  kind text not null check (kind in ('changes', 'photos')),
  until timestamptz not null,
  spent integer not null,
  primary key (user_id, kind)
);

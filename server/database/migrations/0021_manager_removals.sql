-- A manager whom another manager asked to remove; a second manager, or the one who leaves, has to confirm it.
create table manager_removals (
  user_id int primary key references users on delete cascade,
  requested_by int not null references users on delete cascade,
  requested_at timestamptz(3) not null default now()
);

-- What managers said of the rows of Today, by the id of the row, such as `claim:12`.

create table today_snoozes (
  row_id text not null,
  user_id integer not null references users on delete cascade,
  -- The day on which the row is shown again.
  until date not null,
  snoozed_at timestamptz(3) not null default now(),
  primary key (user_id, row_id)
);

create table today_taken (
  row_id text primary key,
  user_id integer not null references users on delete cascade,
  taken_at timestamptz(3) not null default now()
);

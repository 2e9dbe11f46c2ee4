-- The devices that somebody has signed in with, by which a new one is known.
create table seen_devices (
  user_id integer not null references users on delete cascade,
  device text not null,
  seen_at timestamptz(3) not null default now(),
  primary key (user_id, device)
);
insert into seen_devices (user_id, device)
select distinct user_id, coalesce(device, '') from sessions;

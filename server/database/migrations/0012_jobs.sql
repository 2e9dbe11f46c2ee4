-- When work that recurs was last begun, by whichever process of the server came first.
create table jobs (
  name text primary key,
  begun_at timestamptz(3) not null default now()
);

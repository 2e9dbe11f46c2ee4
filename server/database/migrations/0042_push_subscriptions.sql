-- Where Web Push reaches the browsers of people: one subscription of a session, which ends with it.

create table push_subscriptions (
  id integer generated always as identity primary key,
  -- A change of password gives the session that made it another id.
  session_id uuid not null references sessions on update cascade on delete cascade,
  user_id integer not null references users,
  -- Whoever knows an endpoint can send to it, so it is never logged.
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamptz(3) not null default now(),
  -- When the app renewed it or a message was last taken.
  last_used_at timestamptz(3) not null default now(),
  constraint push_subscriptions_session unique (session_id),
  constraint push_subscriptions_endpoint unique (endpoint)
);
create index push_subscriptions_user on push_subscriptions (user_id);

-- The sessions of a deactivated user stay, so that their devices are told so, but nothing is sent to them.
create function end_push_of_inactive_user() returns trigger language plpgsql as $$
begin
  delete from push_subscriptions where user_id = new.id;
  return null;
end $$;
create trigger users_end_push after update of is_current_user on users
  for each row when (old.is_current_user and not new.is_current_user) execute function end_push_of_inactive_user();

-- What people are shown of their sessions: browser and system in a few words, and when a token was last given out.
alter table sessions
  add column device text,
  add column last_used_at timestamptz(3) not null default now();

-- A token given out extends a session by 30 days, or by 15 minutes without a cookie.
update sessions set last_used_at = least(now(), expires_at - case
  when cookie_hash is null then interval '15 minutes' else interval '30 days' end);

-- The community, how it is set up, and the links by which a forgotten password is replaced.

-- One row at most. What is null was never chosen; the zone is then the setting TIME_ZONE.
create table community (
  id integer primary key default 1 constraint community_is_one check (id = 1),
  name text,
  phone_number text,
  email text,
  address text,
  -- A small PNG as a data URL: it goes wherever the name goes.
  logo text,
  time_zone text
);

-- The link that the log told last, until there is a manager. One row at most.
create table setup_links (
  id integer primary key default 1 constraint setup_link_is_one check (id = 1),
  token_hash bytea not null,
  expires_at timestamptz(3) not null
);

-- A link for a new password is computed from a row and a secret of the table `secrets`.
create table password_resets (
  id uuid primary key default gen_random_uuid(),
  user_id integer not null references users on delete cascade,
  expires_at timestamptz(3) not null
);
create index password_resets_by_user on password_resets (user_id);
create index password_resets_by_expiry on password_resets (expires_at);

-- Whatever changes the password or the address makes links void that were sent before.
create function void_links() returns trigger language plpgsql as $$
begin
  if (new.password_hash, lower(new.email), new.is_current_user)
    is distinct from (old.password_hash, lower(old.email), old.is_current_user)
  then
    new.invitation := null;
    new.invited_at := null;
    delete from password_resets where user_id = new.id;
  end if;
  return new;
end $$;
create trigger users_void_links before update on users for each row execute function void_links();

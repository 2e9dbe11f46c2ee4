-- A manager's second factor: time-based one-time passwords (RFC 6238). Until it is confirmed, no sign-in asks for it.
create table second_factors (
  user_id int primary key references users on delete cascade,
  -- As base32, the way authenticator apps take it.
  secret text not null,
  confirmed_at timestamptz(3),
  -- The time step of the last accepted code; no code of it or of an earlier one is accepted again.
  last_step bigint not null default 0,
  -- Of the hashes of the recovery codes, as base64: one for all, so that one hash is compared with all of them.
  recovery_salt text
);

-- A used code is deleted.
create table recovery_codes (
  user_id int not null references second_factors on delete cascade,
  code_hash text not null,
  primary key (user_id, code_hash)
);

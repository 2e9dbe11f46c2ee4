-- The address of a person that is known to be theirs: they opened a link that was sent to it, or management answers for it.
-- Any other address gets nothing but the mail that asks to confirm it.
alter table users add column confirmed_email text;

-- Management answers for the addresses of whom it enters, makes a manager or confirms into a unit, as they are at that moment.
create function is_vouched_for(person users) returns boolean language sql immutable as $$
  select person.unit is not null or person.is_manager or not person.has_password
$$;
create function confirm_email() returns trigger language plpgsql as $$
begin
  if is_vouched_for(new) and (tg_op = 'INSERT' or not is_vouched_for(old)) then
    new.confirmed_email := new.email;
  end if;
  return new;
end $$;
create trigger users_confirm_email before insert or update on users for each row execute function confirm_email();

-- Who was confirmed before is written to as before, also after they moved out.
update users set confirmed_email = email
where email <> '' and (is_vouched_for(users)
  or exists (select from lease_tenants where user_id = users.id)
  or exists (select from audit where subject = 'user' and subject_id = users.id and action in ('created', 'confirmed')));

-- A link that confirms an address is computed from a row and a secret of the table `secrets`.
create table email_confirmations (
  id uuid primary key default gen_random_uuid(),
  user_id integer not null references users on delete cascade,
  email text not null,
  expires_at timestamptz(3) not null
);
create index email_confirmations_by_user on email_confirmations (user_id);
create index email_confirmations_by_expiry on email_confirmations (expires_at);

-- The SHA-256 of the mailbox that a mail goes to, by which those to one address are counted, whoever has it.
alter table deliveries add column mailbox bytea;
create index deliveries_by_mailbox on deliveries (mailbox, ended_at) where mailbox is not null;

-- What somebody's devices are known by at a sign-in: the SHA-256 of a device's cookie, or of its make and network.
create table known_devices (
  user_id integer not null references users on delete cascade,
  mark text not null,
  seen_at timestamptz(3) not null default now(),
  primary key (user_id, mark)
);

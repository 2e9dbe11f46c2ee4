-- People whom management enters before they have a password: they cannot sign in until they accept an invitation.

-- False until somebody has chosen a password, or was given a one-time one. Their password_hash is of a secret that nobody
-- has, so that every version refuses to sign them in.
alter table users add column has_password boolean not null default true;

-- The invitation that holds, if any. The link is computed from it and a secret of the table `secrets`.
alter table users add column invitation uuid;
alter table users add column invited_at timestamptz(3);
create unique index users_invitation_key on users (invitation) where invitation is not null;

-- Whoever gives none has an empty address, as many people as there are.
drop index users_email_key;
create unique index users_email_key on users (lower(email)) where email <> '';

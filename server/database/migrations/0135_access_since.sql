-- When a person's home or whether they are active was changed last: an end of access that arrives late does not end what was opened again.
alter table users add column access_since timestamptz(3);

-- A person's phone number as it was typed; null where they gave none.
alter table users add column phone text;

-- What residents send within an hour is counted where attempts are, in one table for all limits: how many at once, such as photos.
-- Servers of the version before count it in `allowances` still.
alter table attempts add column spent integer not null default 1;

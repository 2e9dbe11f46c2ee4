-- When a common meter was taken away, and which one is in its place.
alter table common_meters add column removed_on date;
alter table common_meters add column replaces integer unique references common_meters;

-- The number of a meter that was removed may be used again.
drop index common_meters_serial_number_once;
create unique index common_meters_serial_number_once on common_meters (kind, lower(serial_number)) where removed_on is null;

-- When a photo was taken by the clock of its device; null where it was not said, as by the version before.
alter table named_photos add column taken_at timestamptz(3);

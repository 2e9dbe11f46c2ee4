-- What newcomers do is gathered for some minutes before managers are told of it outside the app: until then nothing is sent.
alter table notification_events add column deliver_from timestamptz(3);

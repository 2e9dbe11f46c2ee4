-- The reading that what a resident sent became: it is shown with the photos that they took.
alter table sent_readings add column reading_id integer references meter_readings on delete set null;
create unique index sent_readings_reading on sent_readings (reading_id) where reading_id is not null;

-- Readings that are in no bill, and usage that is billed to nobody.

-- Whether the next bill counts from it although none goes up to it, such as at a move.
alter table meter_readings add column without_bill boolean not null default false;
create index meter_readings_counted on meter_readings (meter_id, id) where kind = 'installed' or without_bill;
-- Whether the usage of a bill that was taken back is not billed again.
alter table billed_usages add column given_up boolean not null default false;
alter table billed_usages add constraint billed_usages_given_up_reversed check (reversed or not given_up);

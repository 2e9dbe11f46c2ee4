-- Bills by meters, the last readings and the rates.

-- A bill whose entry was reversed bills its month no more, so that the unit's party may be billed again.
create or replace function free_billed_month() returns trigger language plpgsql as $$
declare
  freed utility_bills;
begin
  update utility_bills set reversed_by = new.id where transaction_id = new.reverses returning * into freed;
  -- What its readings count may be billed again.
  update billed_usages set reversed = true where bill_id = freed.id;
  if freed.id is null or freed.duplicate_of is not null then
    return null;
  end if;
  -- A second bill that was posted anyway is now the one of its month.
  update utility_bills set duplicate_of = null where id = (
    select min(id) from utility_bills
    where unit_id = freed.unit_id and user_id = freed.user_id and month = freed.month and reversed_by is null);
  return null;
end $$;
create or replace trigger transactions_free_billed_month after insert on transactions
  for each row when (new.reverses is not null) execute function free_billed_month();

create or replace function note_readings() returns trigger language plpgsql as $$
begin
  insert into list_changes (list, scope, row_id)
  select distinct 'readings', 'management', case when (select count(*) from changed) <= 500 then unit_id end from changed;
  return null;
end $$;
create or replace trigger utility_bills_note_added after insert on utility_bills
  referencing new table as changed for each statement execute function note_readings();
create or replace trigger utility_bills_note_changes after update on utility_bills
  referencing new table as changed for each statement execute function note_readings();

create or replace function note_rates() returns trigger language plpgsql as $$
begin
  insert into list_changes (list, scope) values ('rates', 'everyone');
  return null;
end $$;
create or replace trigger utility_rates_note_changes after insert on utility_rates
  for each statement execute function note_rates();

create or replace function note_tariffs() returns trigger language plpgsql as $$
begin
  insert into list_changes (list, scope) values ('tariffs', 'management');
  return null;
end $$;
create or replace trigger utility_tariffs_note_changes after insert or update or delete on utility_tariffs
  for each statement execute function note_tariffs();

-- A meter is shown with its last readings and usage, and with the usage of the meter that it replaces.
create or replace function note_meters(ids integer[]) returns void language plpgsql as $$
begin
  perform note_changes('meters', array['management'],
    array(select id from meters where id = any(ids) or replaces = any(ids)));
end $$;

create or replace function note_meter() returns trigger language plpgsql as $$
begin
  perform note_meters(array[new.id]);
  return null;
end $$;
create or replace trigger meters_note_changes after insert or update on meters
  for each row execute function note_meter();

create or replace function note_read_meters() returns trigger language plpgsql as $$
begin
  perform note_meters(array(select distinct meter_id from changed));
  return null;
end $$;
create or replace trigger meter_readings_note_added after insert on meter_readings
  referencing new table as changed for each statement execute function note_read_meters();
create or replace trigger meter_readings_note_changes after update on meter_readings
  referencing new table as changed for each statement execute function note_read_meters();
create or replace trigger billed_usages_note_added after insert on billed_usages
  referencing new table as changed for each statement execute function note_read_meters();
create or replace trigger billed_usages_note_changes after update on billed_usages
  referencing new table as changed for each statement execute function note_read_meters();

create or replace function note_walking_order() returns trigger language plpgsql as $$
begin
  insert into list_changes (list, scope) values ('walking_order', 'management');
  return null;
end $$;
create or replace trigger walking_order_note_changes after insert or update or delete on walking_order
  for each statement execute function note_walking_order();

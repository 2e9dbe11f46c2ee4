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

-- What residents are asked for and sent is told to management, and to those who live in the home.
create or replace function note_sent_readings(homes integer[]) returns void language plpgsql as $$
begin
  insert into list_changes (list, scope)
  select distinct 'sent_readings', scope from reading_requests as request
    left join users on users.unit = request.unit_id and users.is_current_user
    cross join lateral (values ('management'), ('user:' || users.id)) as told (scope)
    where request.unit_id = any(homes) and scope is not null;
end $$;

create or replace function note_reading_request() returns trigger language plpgsql as $$
begin
  perform note_sent_readings(array[new.unit_id]);
  return null;
end $$;
create or replace trigger reading_requests_note_changes after insert or update on reading_requests
  for each row execute function note_reading_request();

create or replace function note_sent_reading() returns trigger language plpgsql as $$
begin
  perform note_sent_readings(array(select unit_id from meters where id = new.meter_id));
  return null;
end $$;
create or replace trigger sent_readings_note_changes after insert or update on sent_readings
  for each row execute function note_sent_reading();

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
  -- Whether the meters of a home were read is told with moving in and out.
  insert into list_changes (list, scope)
  select distinct 'moves', scope from leases join lease_tenants on lease_id = leases.id
    cross join lateral (values ('management'), ('user:' || user_id)) as told (scope)
    where unit_id in (select unit_id from meters where id = any(ids));
  perform note_sent_readings(array(select unit_id from meters where id = any(ids)));
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

-- A meter is shown with since when those who are billed for its home live there.
create or replace function note_meters_of_homes(homes integer[]) returns void language plpgsql as $$
begin
  perform note_meters(array(select id from meters where unit_id = any(homes)));
end $$;

create or replace function note_meters_of_lease() returns trigger language plpgsql as $$
begin
  perform note_meters_of_homes(array[old.unit_id, new.unit_id]);
  return null;
end $$;
create or replace trigger leases_note_meters after insert or update on leases
  for each row execute function note_meters_of_lease();

create or replace function note_meters_of_tenant() returns trigger language plpgsql as $$
begin
  perform note_meters_of_homes(array[old.unit, new.unit]);
  return null;
end $$;
create or replace trigger users_note_meters_added after insert or delete on users
  for each row execute function note_meters_of_tenant();
create or replace trigger users_note_meters_changed after update on users for each row
  when ((old.unit, old.unit_since, old.is_current_user) is distinct from (new.unit, new.unit_since, new.is_current_user))
  execute function note_meters_of_tenant();

create or replace function note_common_meters() returns trigger language plpgsql as $$
begin
  insert into list_changes (list, scope) values ('common_meters', 'management');
  return null;
end $$;
create or replace trigger common_meters_note_changes after insert or update or delete on common_meters
  for each statement execute function note_common_meters();
create or replace trigger common_meter_homes_note_changes after insert or update or delete on common_meter_homes
  for each statement execute function note_common_meters();
create or replace trigger common_readings_note_changes after insert or update or delete on common_readings
  for each statement execute function note_common_meters();
create or replace trigger common_bills_note_changes after insert or update on common_bills
  for each statement execute function note_common_meters();

-- The reading with whose bill the usage up to a reading is billed. The last one of a meter that was exchanged is billed with the
-- next one of the meter in its place, which is null until that is read.
create or replace function common_reading_of_bill(reading integer) returns integer language sql stable as $$
  with recursive step (reading_id, number) as (
    select reading, 1
    union all
    select (select id from common_readings where meter_id = later.id order by id offset 1 limit 1), number + 1
    from step join common_readings as own on own.id = step.reading_id
    join common_meters as later on later.replaces = own.meter_id
    where own.id = (select max(id) from common_readings where meter_id = own.meter_id)
      -- As the version before may have billed it.
      and not exists (select from common_bills where common_bills.reading_id = own.id and not reversed)
  )
  select reading_id from step order by number desc limit 1
$$;

-- A share whose entry was reversed is billed to nobody; once all of them are, the reading may be billed again.
create or replace function free_common_bill() returns trigger language plpgsql as $$
declare
  freed integer;
begin
  update common_shares set reversed_by = new.id where transaction_id = new.reverses returning bill_id into freed;
  update common_bills set reversed = true where id = freed
    and not exists (select from common_shares where bill_id = freed and kept is null and reversed_by is null);
  return null;
end $$;
create or replace trigger transactions_free_common_bill after insert on transactions
  for each row when (new.reverses is not null) execute function free_common_bill();

-- A reading is shown with its photos, at its meter and in the bill of whoever has one by it.
create or replace function note_photo_of_reading(reading integer) returns void language plpgsql as $$
begin
  perform note_meters(array(select meter_id from meter_readings where id = reading));
  insert into list_changes (list, scope)
  select distinct 'reading_photos', scope from billed_usages as used join utility_bills as bill on bill.id = used.bill_id
    cross join lateral (values ('management'), ('user:' || bill.user_id)) as told (scope)
    where used.to_id = reading;
end $$;

create or replace function note_reading_photo() returns trigger language plpgsql as $$
begin
  perform note_photo_of_reading(coalesce(new.record_id, old.record_id)::int);
  return null;
end $$;
create or replace trigger named_photos_note_readings after insert or update on named_photos
  for each row when (new.record_kind = 'reading') execute function note_reading_photo();
create or replace trigger named_photos_note_readings_removed after delete on named_photos
  for each row when (old.record_kind = 'reading') execute function note_reading_photo();

-- What a resident sent is shown with its photos, and so is the reading that it became.
create or replace function note_sent_photo() returns trigger language plpgsql as $$
declare
  sent sent_readings;
begin
  select * into sent from sent_readings where id = coalesce(new.record_id, old.record_id)::int;
  perform note_sent_readings(array(select unit_id from meters where id = sent.meter_id));
  perform note_photo_of_reading(sent.reading_id);
  return null;
end $$;
create or replace trigger named_photos_note_sent_readings after insert or update on named_photos
  for each row when (new.record_kind = 'sent_reading') execute function note_sent_photo();
create or replace trigger named_photos_note_sent_readings_removed after delete on named_photos
  for each row when (old.record_kind = 'sent_reading') execute function note_sent_photo();
create or replace trigger sent_readings_forget_photos after delete on sent_readings
  for each row execute function forget_named_photos('sent_reading');
create or replace trigger meter_readings_forget_photos after delete on meter_readings
  for each row execute function forget_named_photos('reading');

-- Bills by meters, the last readings and the rates.

-- A bill whose entry was reversed bills its month no more, so that the unit's party may be billed again.
create or replace function free_billed_month() returns trigger language plpgsql as $$
declare
  freed utility_bills;
begin
  update utility_bills set reversed_by = new.id where transaction_id = new.reverses returning * into freed;
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

-- A bill whose entry was reversed bills its month no more, so that the unit's party may be billed again.

alter table utility_bills add column reversed_by integer unique references transactions;
update utility_bills set reversed_by = later.id from transactions as later where later.reverses = transaction_id;

drop index utility_bills_once;
create unique index utility_bills_once on utility_bills (unit_id, user_id, month)
  where duplicate_of is null and reversed_by is null;

create function free_billed_month() returns trigger language plpgsql as $$
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
create trigger transactions_free_billed_month after insert on transactions
  for each row when (new.reverses is not null) execute function free_billed_month();

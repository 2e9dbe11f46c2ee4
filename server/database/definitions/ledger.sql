-- The ledger is only added to, and balances follow it.

create or replace function keep_balance() returns trigger language plpgsql as $$
begin
  insert into balances (user_id, balance) values (new.user_id, new.amount)
  on conflict (user_id) do update set balance = balances.balance + excluded.balance;
  return null;
end $$;
create or replace trigger transactions_keep_balance after insert on transactions
  for each row execute function keep_balance();

create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only: reverse the entry instead' using errcode = 'restrict_violation';
end $$;
create or replace trigger transactions_append_only before update or delete on transactions
  for each row execute function refuse_change();
create or replace trigger transactions_no_truncate before truncate on transactions
  for each statement execute function refuse_change();
create or replace trigger receipt_books_append_only before update or delete on receipt_books
  for each row execute function refuse_change();
create or replace trigger receipt_books_no_truncate before truncate on receipt_books
  for each statement execute function refuse_change();

create or replace function note_entries() returns trigger language plpgsql as $$
begin
  with entries as (
    select user_id, id from added union all
    select user_id, reverses from added where reverses is not null
  ), counted as (
    select user_id, id, count(*) over (partition by user_id) > 500 as many, count(*) over () > 500 as many_people from entries
  )
  insert into list_changes (list, scope, row_id)
  select distinct 'transactions', 'user:' || user_id, case when not many then id end from counted union all
  select distinct 'balances', 'management', case when not many_people then user_id end from counted;
  perform note_lease_accounts((select array_agg(distinct lease_id) from added));
  return null;
end $$;
create or replace trigger transactions_note_changes after insert on transactions
  referencing new table as added for each statement execute function note_entries();

-- The first day after the closed months; null where none is closed. Whoever posts waits until who closes a month is done, and the
-- other way round (`closeMonth`).
create or replace function first_open_day() returns date language plpgsql as $$
begin
  lock table closed_books in row share mode;
  return (select month + interval '1 month' from closed_books);
end $$;

-- Nothing is dated into a closed month, whatever posts it.
create or replace function refuse_closed_month() returns trigger language plpgsql as $$
declare
  first_open constant date := first_open_day();
begin
  if exists (
    select from added cross join closed_books
    where coalesce(effective_on, (created_at at time zone time_zone)::date) < first_open
  ) then
    raise exception 'the months before % are closed: date the entry after them', first_open
      using errcode = 'check_violation', table = 'transactions', constraint = 'transactions_in_open_month';
  end if;
  return null;
end $$;
create or replace trigger transactions_refuse_closed_month after insert on transactions
  referencing new table as added for each statement execute function refuse_closed_month();

create or replace function note_closed_books() returns trigger language plpgsql as $$
begin
  insert into list_changes (list, scope) values ('closing', 'management');
  return null;
end $$;
create or replace trigger closed_books_note_changes after insert or update or delete on closed_books
  for each statement execute function note_closed_books();

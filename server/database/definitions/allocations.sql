-- What each credit paid of which charge, and what is still open of each entry.

create or replace trigger allocations_append_only before update or delete on allocations
  for each row execute function refuse_change();
create or replace trigger allocations_no_truncate before truncate on allocations
  for each statement execute function refuse_change();

create or replace function keep_open_amounts() returns trigger language plpgsql as $$
begin
  update open_amounts set open = open - moved.amount
  from (
    select id, sum(amount) as amount
    from (select credit_id as id, amount from added union all select charge_id, amount from added) as sides group by id
  ) as moved
  where transaction_id = moved.id and moved.amount <> 0;
  return null;
end $$;
create or replace trigger allocations_keep_open after insert on allocations
  referencing new table as added for each statement execute function keep_open_amounts();

-- Rent is paid first, then other charges, and fees last: the order that RCW 59.18.283 demands
-- (https://app.leg.wa.gov/rcw/default.aspx?cite=59.18.283), among others.
create or replace function allocation_rank(type text) returns integer language sql immutable as $$
  select case when type = 'Rent' then 1
    when type in ('Late Fee', 'Damage Fee', 'Parking Fee', 'Returned Payment Fee') then 3 else 2 end
$$;

-- Which open credit of a person pays which open charge. Both stand in their order as intervals of one line, and those that overlap
-- meet. What somebody else paid (`of_payers`) pays the charges of its lease alone. In PL/pgSQL, as all that each change calls: it
-- keeps its plan, where a function in SQL is planned at each call.
create or replace function open_pairs(person integer, of_payers boolean) returns TABLE(credit_id integer, charge_id integer, amount numeric)
language plpgsql stable rows 1 as $$
#variable_conflict use_column
begin
  return query
  with waiting as (
    select entry.id, entry.amount < 0 as is_credit, open_amounts.open, case when of_payers then entry.lease_id end as account,
      sum(open_amounts.open) over (
        partition by entry.amount < 0, case when of_payers then entry.lease_id end
        order by case when entry.amount > 0 then allocation_rank(entry.type) end,
          coalesce(entry.effective_on, (entry.created_at at time zone 'UTC')::date), entry.id) as upto
    from open_amounts join transactions as entry on entry.id = open_amounts.transaction_id
    where open_amounts.open > 0 and open_amounts.user_id = person
      and (entry.amount > 0 or (entry.paid_by is not null) = of_payers)
  )
  select credit.id, charge.id,
    least(credit.upto, charge.upto) - greatest(credit.upto - credit.open, charge.upto - charge.open)
  from waiting as credit join waiting as charge on charge.account is not distinct from credit.account
  where credit.is_credit and not charge.is_credit
    and credit.upto > charge.upto - charge.open and charge.upto > credit.upto - credit.open;
end $$;

-- Lets open credits pay open charges: first what others paid, which pays one lease alone. Who has no credit is passed over.
create or replace function allocate_open(users integer[]) returns void language plpgsql as $$
declare
  of_payers boolean;
begin
  foreach of_payers in array array[true, false] loop
    insert into allocations (user_id, credit_id, charge_id, amount)
    select person, pair.credit_id, pair.charge_id, pair.amount
    from (select distinct open_amounts.user_id as person
      from open_amounts join transactions as credit on credit.id = open_amounts.transaction_id
      where open_amounts.user_id = any(users) and open > 0 and open_amounts.amount < 0
        and (credit.paid_by is not null) = of_payers) as people
    cross join lateral open_pairs(person, of_payers) as pair;
  end loop;
end $$;

-- Whether an entry undoes another one: its reversal, or the refund or dispute of a card payment.
create or replace function undoes(later transactions, earlier integer) returns boolean language sql stable as $$
  select coalesce(later.reverses = earlier, false) or exists (
    select from payment_takebacks join payment_intents on payment_intents.id = payment_intent_id
    where taken_id = later.id and transaction_id = earlier)
$$;

-- Takes back what an entry paid, or what paid it, up to an amount: fees before rent, later ones before earlier ones.
create or replace function free_entry(entry_id integer, wanted numeric) returns void language plpgsql as $$
begin
  with net as (
    select user_id, credit_id, charge_id, sum(amount) as amount from allocations
    where credit_id = entry_id or charge_id = entry_id
    group by user_id, credit_id, charge_id having sum(amount) > 0
  ), ordered as (
    select net.*, sum(net.amount) over (order by allocation_rank(charge.type) desc, other.id desc) as upto
    from net join transactions as charge on charge.id = net.charge_id
    join transactions as other on other.id = case when net.credit_id = entry_id then net.charge_id else net.credit_id end
    where not undoes(other, entry_id)
  )
  insert into allocations (user_id, credit_id, charge_id, amount)
  select user_id, credit_id, charge_id, -least(amount, wanted - (upto - amount)) from ordered
  where upto - amount < wanted;
end $$;

-- Sets an entry against the one that it undoes, which pays or is paid by nothing else for as much.
create or replace function allocate_against(later_id integer, earlier_id integer) returns void language plpgsql as $$
declare
  later open_amounts;
  earlier open_amounts;
begin
  perform free_entry(later_id, 'infinity');
  select * into strict later from open_amounts where transaction_id = later_id;
  select * into strict earlier from open_amounts where transaction_id = earlier_id;
  if later.user_id <> earlier.user_id then return; end if;
  perform free_entry(earlier_id, later.open - earlier.open);
  insert into allocations (user_id, credit_id, charge_id, amount)
  select user_id, case when amount < 0 then transaction_id else later_id end,
    case when amount < 0 then later_id else transaction_id end, least(open, later.open)
  from open_amounts where transaction_id = earlier_id and open > 0;
end $$;

-- Allocates entries that are new. What was charged and paid in turns is allocated in turns: each payment pays what was
-- open when it was posted, also where one statement posts a year.
create or replace function allocate_new(new_ids integer[]) returns void language plpgsql as $$
declare
  turn record;
begin
  for turn in
    select array_agg(id) as ids, array_agg(distinct user_id) as users
    from (
      select id, user_id, count(*) filter (where turns) over (partition by user_id order by id) as number
      from (
        select id, user_id,
          (amount > 0) is distinct from lag(amount > 0) over (partition by user_id order by id) as turns
        from transactions where id = any(new_ids)
      ) as signed
    ) as numbered
    group by number order by number
  loop
    insert into open_amounts (transaction_id, user_id, amount, open)
    select id, user_id, amount, abs(amount) from transactions where id = any(turn.ids);
    perform allocate_against(id, reverses) from (
      select id, reverses from transactions where id = any(turn.ids) and reverses is not null order by id) as reversals;
    perform allocate_open(turn.users);
  end loop;
end $$;

create or replace function allocate_entries() returns trigger language plpgsql as $$
begin
  perform allocate_new((select array_agg(id) from added));
  return null;
end $$;
create or replace trigger transactions_allocate after insert on transactions
  referencing new table as added for each statement execute function allocate_entries();

-- Sets the refunds and disputes of a card payment against it, unless they were taken back themselves.
create or replace function allocate_takebacks(intent uuid) returns void language plpgsql as $$
begin
  perform allocate_against(taken_id, transaction_id)
  from payment_takebacks join payment_intents on payment_intents.id = payment_intent_id
  where payment_intent_id = intent and taken_id is not null and transaction_id is not null
    and not exists (select from transactions where reverses = taken_id)
  order by taken_id;
end $$;

-- They are linked with their payment after their entry was posted, or before the payment's own. One that is restored frees
-- the payment for another that found nothing left of it.
create or replace function allocate_takeback() returns trigger language plpgsql as $$
begin
  perform allocate_takebacks(new.payment_intent_id);
  perform allocate_open((select array_agg(distinct entry.user_id) from payment_intents
    join transactions as entry on entry.id in (new.taken_id, new.restored_id, transaction_id)
    where payment_intents.id = new.payment_intent_id));
  return null;
end $$;
create or replace trigger payment_takebacks_allocate after update on payment_takebacks for each row
  when ((new.taken_id, new.restored_id) is distinct from (old.taken_id, old.restored_id))
  execute function allocate_takeback();

create or replace function allocate_taken_payment() returns trigger language plpgsql as $$
begin
  perform allocate_takebacks(new.id);
  perform allocate_open((select array_agg(user_id) from transactions where id = new.transaction_id));
  return null;
end $$;
create or replace trigger payment_intents_allocate after update on payment_intents for each row
  when (new.transaction_id is not null and old.transaction_id is null) execute function allocate_taken_payment();

-- A credit is shown with what it pays.
create or replace function note_allocations() returns trigger language plpgsql as $$
begin
  insert into list_changes (list, scope, row_id)
  select distinct 'transactions', 'user:' || user_id, case when not many then credit_id end
  from (select user_id, credit_id, count(*) over (partition by user_id) > 500 as many from added) as counted;
  perform note_lease_accounts((select array_agg(distinct lease_id) from transactions where id in (select charge_id from added)));
  return null;
end $$;
create or replace trigger allocations_note_added after insert on allocations
  referencing new table as added for each statement execute function note_allocations();

-- Which charge a rise follows: it ends with what it follows, and where it is taken off, that goes on.

-- Set for a rise alone, so that two parking spaces are told apart. A rise that the version before makes on these tables
-- follows nothing. It counts as a charge of its own: nothing that is done to what was before it deletes it, and nothing
-- goes on when it is taken off. Where the version before deletes a charge, what followed that follows nothing.
alter table lease_charges add column follows integer references lease_charges on delete set null
  -- At most one rise for each charge; looked at when all of a change is written.
  constraint lease_charges_follows_once unique deferrable initially deferred;

-- Of what is there already: a charge that begins in the month after another of its name ends, where it is the only one and
-- follows only one.
update lease_charges set follows = adjacent.earlier
from (
  select earlier.id as earlier, later.id as later,
    count(*) over (partition by earlier.id) as laters, count(*) over (partition by later.id) as earliers
  from lease_charges as earlier
  join lease_charges as later on later.lease_id = earlier.lease_id and later.kind = earlier.kind
    and later.description is not distinct from earlier.description
    and later.from_month = earlier.to_month + interval '1 month'
) as adjacent
where lease_charges.id = adjacent.later and laters = 1 and earliers = 1;

-- Whether payments are accepted depends on the last day of a lease too (migration 0035).
drop trigger leases_note_payments_accepted on leases;
create trigger leases_note_payments_accepted after update on leases for each row
  when ((old.payment_policy, old.starts, old.ends) is distinct from (new.payment_policy, new.starts, new.ends))
  execute function note_payments_accepted();

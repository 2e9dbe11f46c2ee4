-- The rows of what is open of both signs are asked for together, which neither of the two indexes answers: each entry that was
-- posted for somebody with an open credit read the whole table.
create index open_amounts_open on open_amounts (user_id) where open > 0;
drop index open_amounts_charges;
drop index open_amounts_credits;

-- A history looks its reversals, bills and card payments up once by their user, not once for each entry.
create index transactions_reversals_by_user on transactions (user_id) where reverses is not null;
create index utility_bills_by_user on utility_bills (user_id);
create index payment_intents_paid_by_user on payment_intents (user_id) where transaction_id is not null;

-- A change that asks another program, such as the card provider, is made in no transaction of its own. Its key is stored before
-- it begins, and its answer once it is made; until this time nobody else makes it. Null for every other key.
alter table idempotency_keys add column claimed_until timestamptz(3);

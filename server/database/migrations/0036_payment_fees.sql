-- What the provider kept of a payment, in dollars; null where it has not said.
alter table payment_intents add column provider_fee numeric(12, 2) check (provider_fee >= 0);

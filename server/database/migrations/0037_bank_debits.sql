-- A bank debit is processed for days, during which its person may pay what else is due.

alter table payment_intents
  -- `card` or `us_bank_account`; null where the provider has not said.
  add column method text,
  -- Since when the bank is processing it; null before and after.
  add column processing_since timestamptz(3),
  -- When and why the bank refused it in the end, in the provider's words.
  add column failed_at timestamptz(3),
  add column failure_code text;

-- One payment of a person at most waits to be confirmed. The version before begins payments by the index of migration 0005,
-- and PostgreSQL finds an index for `on conflict` by its condition, so that the condition must stay as it is. What is being
-- processed leaves the index by a status that the version before takes for one that only a success can change.
create function close_processing_payment() returns trigger language plpgsql as $$
begin
  if new.status in ('processing', 'requires_capture') then
    new.status := 'canceled';
    new.processing_since := coalesce(new.processing_since, now());
  else
    new.processing_since := null;
  end if;
  return new;
end $$;
create trigger payment_intents_close_processing before insert or update of status on payment_intents
  for each row execute function close_processing_payment();
update payment_intents set status = status where status in ('processing', 'requires_capture');

alter table payment_intents add constraint payment_intents_processing_is_closed
  check (processing_since is null or status = 'canceled');
create index payment_intents_processing on payment_intents (user_id) where processing_since is not null;
create index payment_intents_failed on payment_intents (user_id, failed_at) where failed_at is not null;

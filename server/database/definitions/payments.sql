-- Payments at the card provider, and autopay.

-- One payment of a person at most waits to be confirmed. What is being processed leaves the index of those that wait by a status
-- that only a success changes.
create or replace function close_processing_payment() returns trigger language plpgsql as $$
begin
  if new.status in ('processing', 'requires_capture') then
    new.status := 'canceled';
    new.processing_since := coalesce(new.processing_since, now());
  else
    new.processing_since := null;
  end if;
  return new;
end $$;
create or replace trigger payment_intents_close_processing before insert or update of status on payment_intents
  for each row execute function close_processing_payment();

-- Payments that the bank refused within the last 14 days after it had processed them, and since which their person paid nothing.
create or replace view unanswered_failures as
select failed.* from payment_intents as failed
where failed.failed_at > now() - interval '14 days' and failed.status = 'canceled' and not exists (
  select from payment_intents as later where later.user_id = failed.user_id
    and later.created_at > failed.failed_at and (later.status = 'succeeded' or later.processing_since is not null));

-- What somebody agreed to for autopay is kept.
create or replace function keep_consent() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (old.user_id, old.consent_version, old.consent_text, old.consented_at, old.charge_day, old.max_amount)
    is distinct from (new.user_id, new.consent_version, new.consent_text, new.consented_at, new.charge_day, new.max_amount) then
    raise exception 'what was agreed to is kept';
  end if;
  return new;
end $$;
create or replace trigger autopay_setups_keep_consent before update or delete on autopay_setups
  for each row execute function keep_consent();

-- An entry is shown with the card it was paid by, which may be told later. A payment begins without an entry, and a bill is posted
-- along with its own.
create or replace function note_card_payment() returns trigger language plpgsql as $$
begin
  perform note_changes('transactions', array['user:' || new.user_id], array[new.transaction_id]);
  return null;
end $$;
-- Not of when the provider was asked last.
create or replace trigger payment_intents_note_changes after update on payment_intents for each row
  when (new.transaction_id is not null and (old.transaction_id, old.stripe_id, old.last4, old.brand)
    is distinct from (new.transaction_id, new.stripe_id, new.last4, new.brand))
  execute function note_card_payment();
create or replace trigger payment_intents_note_own after insert or update on payment_intents
  for each row execute function note_own('payments', 'user_id');
-- What the bank is processing is told to all who rent by the lease that it pays.
create or replace function note_processing_of_home() returns trigger language plpgsql as $$
begin
  perform note_lease_accounts(array_agg(lease_id) || new.lease_id) from lease_tenants
    where user_id = new.user_id and position = 1;
  return null;
end $$;
create or replace trigger payment_intents_note_home after update on payment_intents for each row
  when ((old.processing_since, old.amount) is distinct from (new.processing_since, new.amount))
  execute function note_processing_of_home();
create or replace trigger autopay_setups_note_own after insert or update on autopay_setups
  for each row execute function note_own('payments', 'user_id');
create or replace trigger autopay_runs_note_own after insert or update on autopay_runs
  for each row execute function note_own('payments', 'user_id');
create or replace trigger autopay_note_own after insert or update or delete on autopay
  for each row execute function note_own('payments', 'user_id');

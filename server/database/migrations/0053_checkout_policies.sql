-- The payment policy that a checkout's amount was allowed under, so that one which a changed policy does not allow is
-- canceled; null for one that the version before began, and for autopay's.
alter table payment_intents add column payment_policy text;

-- What a month has is found by the day of its entries, or by the time of those without a day of their own.
create index transactions_by_effective_day on transactions (effective_on);
create index transactions_by_time_alone on transactions (created_at) where effective_on is null;

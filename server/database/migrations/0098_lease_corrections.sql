-- What was credited of a month that was posted, as its lease ends within it, or charged again as the lease goes on.
create table lease_corrections (
  transaction_id integer primary key references transactions,
  lease_charge_id integer not null,
  month date not null,
  -- How many of the month's days are charged by now, and in which way.
  days integer not null check (days >= 0),
  proration text not null,
  foreign key (lease_charge_id, month) references lease_postings
);
create index lease_corrections_by_month on lease_corrections (lease_charge_id, month);

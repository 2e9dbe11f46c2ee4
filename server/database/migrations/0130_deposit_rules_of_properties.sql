-- How a property keeps deposits, where that is not as the community does: one place's law may differ from another's.
create table property_deposit_rules (
  property_id integer primary key references properties (id) on delete cascade,
  return_days integer not null check (return_days between 14 and 45),
  interest text not null check (interest in ('none', 'simple', 'yearly')),
  percent numeric(4, 2) not null check (percent between 0 and 20),
  constraint property_deposit_rules_bear_interest check (interest = 'none' or percent > 0)
);

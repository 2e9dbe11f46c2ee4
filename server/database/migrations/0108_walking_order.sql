-- The place of homes in the order in which the meters of a property are read, where it was set by hand.
create table walking_order (
  unit_id integer primary key references units on delete cascade,
  position integer not null
);

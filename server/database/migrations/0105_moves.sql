-- Of moving in and out by a lease, what no other table tells.
create table lease_moves (
  lease_id integer primary key references leases,
  keys_handed_over_at timestamptz(3),
  keys_returned_at timestamptz(3),
  -- Where the statement of the deposit goes.
  forwarding_address text
);

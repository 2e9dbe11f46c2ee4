-- When a device recorded what stands of keys and address, by its own time: what arrives late does not replace what was recorded after it.
alter table lease_moves add column keys_handed_over_set_at timestamptz(3);
alter table lease_moves add column keys_returned_set_at timestamptz(3);
alter table lease_moves add column forwarding_address_set_at timestamptz(3);
update lease_moves set keys_handed_over_set_at = keys_handed_over_at, keys_returned_set_at = keys_returned_at;

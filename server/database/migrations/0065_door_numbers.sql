-- "2b", "2 B" and "02B" are on the same door, as `isSameDoor` says in the contract.
create function door_number(text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(regexp_replace(lower($1), '[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]', '', 'g'), '^0+(?=.)', '')
$$;

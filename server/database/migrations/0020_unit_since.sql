-- Since when a person has lived in their unit: of several tenants the first one is billed, whenever they signed up.
alter table users add column unit_since timestamptz(3);

update users set unit_since = coalesce(
  (select max(at) from audit
    where subject = 'user' and subject_id = users.id and changes ?| array['unit_number', 'property_name']),
  created_at
) where unit is not null;

create function keep_unit_since() returns trigger language plpgsql as $$
begin
  if new.unit is null then
    new.unit_since := null;
  elsif tg_op = 'INSERT' then
    new.unit_since := coalesce(new.unit_since, now());
  elsif new.unit is distinct from old.unit then
    new.unit_since := now();
  end if;
  return new;
end $$;
create trigger users_keep_unit_since before insert or update of unit on users
  for each row execute function keep_unit_since();

-- Since when someone is a manager, so that a new one has no say in who else is removed.
alter table users add column manager_since timestamptz(3);
update users set manager_since = created_at where is_manager;

create function keep_manager_since() returns trigger language plpgsql as $$
begin
  if not new.is_manager then
    new.manager_since := null;
  elsif new.manager_since is null then
    new.manager_since := now();
  end if;
  return new;
end $$;

create trigger keep_manager_since before insert or update of is_manager on users
  for each row execute function keep_manager_since();

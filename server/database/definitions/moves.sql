-- Moving in and out is told to management and to the tenants of the lease.

create or replace function note_move() returns trigger language plpgsql as $$
begin
  insert into list_changes (list, scope)
  select 'moves', 'management' union all
  select distinct 'moves', 'user:' || user_id from lease_tenants where lease_id = new.lease_id;
  return null;
end $$;
create or replace trigger lease_moves_note_changes after insert or update on lease_moves
  for each row execute function note_move();

-- Management sees whether autopay of a tenant is on, and what of the lease is paid.
create or replace function note_moves_of_management() returns trigger language plpgsql as $$
begin
  insert into list_changes (list, scope) values ('moves', 'management');
  return null;
end $$;
create or replace trigger autopay_note_moves after insert or delete on autopay
  for each statement execute function note_moves_of_management();
-- Whether somebody has an account, and where they live, is told to the others of their lease.
create or replace function note_moves_of_tenant() returns trigger language plpgsql as $$
begin
  insert into list_changes (list, scope)
  select distinct 'moves', 'user:' || other.user_id from lease_tenants as own
    join lease_tenants as other on other.lease_id = own.lease_id where own.user_id = new.id;
  return null;
end $$;
create or replace trigger users_note_moves after update on users for each row
  when ((old.unit, old.is_current_user, old.has_password) is distinct from (new.unit, new.is_current_user, new.has_password))
  execute function note_moves_of_tenant();

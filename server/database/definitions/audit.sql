-- The record of changes is only added to.

create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the record of changes is append-only' using errcode = 'restrict_violation';
end $$;
create or replace trigger audit_append_only before update or delete on audit
  for each row execute function refuse_audit_change();
create or replace trigger audit_no_truncate before truncate on audit
  for each statement execute function refuse_audit_change();

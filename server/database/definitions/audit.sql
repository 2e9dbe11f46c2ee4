-- The record of changes is only added to.

create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the record of changes is append-only' using errcode = 'restrict_violation';
end $$;
create or replace trigger audit_append_only before update or delete on audit
  for each row execute function refuse_audit_change();
create or replace trigger audit_no_truncate before truncate on audit
  for each statement execute function refuse_audit_change();

-- Managers are told that something was recorded.
create or replace function note_audit() returns trigger language plpgsql as $$
begin
  insert into list_changes (list, scope) values ('audit', 'management');
  return null;
end $$;
create or replace trigger audit_note_added after insert on audit
  for each statement execute function note_audit();

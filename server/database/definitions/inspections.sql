-- A finalized inspection does not change, and what tenants add to it is only added to.

create or replace function refuse_finalized_inspection() returns trigger language plpgsql as $$
begin
  raise exception 'inspection % is finalized', old.id using errcode = 'restrict_violation';
end $$;
-- Who saved it may be deleted.
create or replace trigger inspections_finalized_stay before update on inspections for each row
  when (old.finalized_at is not null and (to_jsonb(old) - 'saved_by') is distinct from (to_jsonb(new) - 'saved_by'))
  execute function refuse_finalized_inspection();
create or replace trigger inspections_finalized_not_deleted before delete on inspections for each row
  when (old.finalized_at is not null) execute function refuse_finalized_inspection();
create or replace trigger inspections_no_truncate before truncate on inspections
  for each statement execute function refuse_change();

create or replace function refuse_inspection_remark() returns trigger language plpgsql as $$
begin
  raise exception 'remarks on inspections are append-only' using errcode = 'restrict_violation';
end $$;
-- Who wrote one may be deleted, their words stay.
create or replace trigger inspection_remarks_append_only before update on inspection_remarks for each row
  when ((to_jsonb(old) - 'user_id') is distinct from (to_jsonb(new) - 'user_id'))
  execute function refuse_inspection_remark();
create or replace trigger inspection_remarks_not_deleted before delete on inspection_remarks
  for each row execute function refuse_inspection_remark();
create or replace trigger inspection_remarks_no_truncate before truncate on inspection_remarks
  for each statement execute function refuse_change();

-- Management is told of every inspection, tenants of the finalized ones of their lease.
create or replace function note_inspection() returns trigger language plpgsql as $$
begin
  insert into list_changes (list, scope)
  select 'inspections', 'management' union all
  select distinct 'inspections', 'user:' || user_id from lease_tenants
    where lease_id = new.lease_id and new.finalized_at is not null;
  return null;
end $$;
create or replace trigger inspections_note_changes after insert or update on inspections
  for each row execute function note_inspection();

create or replace function note_deleted_inspection() returns trigger language plpgsql as $$
begin
  insert into list_changes (list, scope) values ('inspections', 'management');
  return null;
end $$;
create or replace trigger inspections_note_deleted after delete on inspections
  for each statement execute function note_deleted_inspection();

create or replace function note_inspection_remark() returns trigger language plpgsql as $$
begin
  insert into list_changes (list, scope)
  select 'inspections', 'management' union all
  select distinct 'inspections', 'user:' || user_id from lease_tenants
    join inspections on inspections.lease_id = lease_tenants.lease_id where inspections.id = new.inspection_id;
  return null;
end $$;
create or replace trigger inspection_remarks_note_changes after insert on inspection_remarks
  for each row execute function note_inspection_remark();

create or replace function note_inspection_template() returns trigger language plpgsql as $$
begin
  insert into list_changes (list, scope) values ('inspections', 'management');
  return null;
end $$;
create or replace trigger inspection_template_note_changes after insert or update on inspection_template
  for each statement execute function note_inspection_template();

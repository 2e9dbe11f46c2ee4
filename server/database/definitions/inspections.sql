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

-- Its photos are those that it named when it was finalized: they may still come, and do not change.
create or replace function refuse_finalized_photos() returns trigger language plpgsql as $$
begin
  if exists (
    select from inspections
    where id = (case when tg_op = 'INSERT' then new.record_id else old.record_id end)::uuid and finalized_at is not null
  ) then
    raise exception 'an inspection is finalized with its photos' using errcode = 'restrict_violation';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create or replace trigger named_photos_finalized_not_added before insert on named_photos
  for each row when (new.record_kind = 'inspection') execute function refuse_finalized_photos();
create or replace trigger named_photos_finalized_not_deleted before delete on named_photos
  for each row when (old.record_kind = 'inspection') execute function refuse_finalized_photos();
-- Who took it may be deleted.
create or replace trigger named_photos_finalized_stay before update on named_photos
  for each row when (old.record_kind = 'inspection' and (
    old.photo_id is not null and old.photo_id is distinct from new.photo_id
    or (to_jsonb(old) - 'photo_id' - 'given_up_at' - 'named_by')
      is distinct from (to_jsonb(new) - 'photo_id' - 'given_up_at' - 'named_by')
  )) execute function refuse_finalized_photos();

create or replace function note_inspection_photo() returns trigger language plpgsql as $$
begin
  insert into list_changes (list, scope)
  select 'inspections', 'management' union all
  select distinct 'inspections', 'user:' || user_id from lease_tenants
    join inspections on inspections.lease_id = lease_tenants.lease_id
    where inspections.id = coalesce(new.record_id, old.record_id)::uuid and inspections.finalized_at is not null;
  return null;
end $$;
create or replace trigger named_photos_note_inspections after insert or update on named_photos
  for each row when (new.record_kind = 'inspection') execute function note_inspection_photo();
create or replace trigger named_photos_note_inspections_removed after delete on named_photos
  for each row when (old.record_kind = 'inspection') execute function note_inspection_photo();
create or replace trigger inspections_forget_photos after delete on inspections
  for each row execute function forget_named_photos('inspection');

-- Files of a photo whose row is deleted are deleted with the pending uploads, so that none is forgotten.
create or replace function condemn_photo() returns trigger language plpgsql as $$
begin
  insert into announced_photos (id, condemned) values (old.id, true)
    on conflict (id) do update set condemned = true;
  return null;
end $$;
create or replace trigger photos_condemn after delete on photos for each row execute function condemn_photo();

-- What a deleted record named goes with it. Its argument is the kind of record.
create or replace function forget_named_photos() returns trigger language plpgsql as $$
begin
  delete from photo_uploads where record_kind = tg_argv[0] and record_id = old.id::text;
  with forgotten as (
    delete from named_photos where record_kind = tg_argv[0] and record_id = old.id::text returning photo_id
  )
  delete from photos using forgotten where photos.id = forgotten.photo_id;
  return null;
end $$;

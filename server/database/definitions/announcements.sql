-- Who is told that an announcement changed.

-- Residents are not told of an announcement that is published later: neither that something changed, nor its id. They find it by
-- its time, when that has come. What is published within a minute is noted, since a transaction may take until then.
create or replace function is_published_soon(post announcements) returns boolean language sql volatile as $$
  select post.status = 'approved' and coalesce(post.publish_at, post.created_at) <= clock_timestamp() + interval '1 minute'
$$;

-- The scopes of the residents who read an announcement that is published: everyone's, or those of the properties that it is for.
create or replace function readers_of(post announcements) returns text[] language sql stable as $$
  select case when post.property_ids is null then array['everyone']
    else array(select 'property:' || id from unnest(post.property_ids) as id) end
$$;

create or replace function note_announcement(post announcements) returns void language plpgsql as $$
begin
  perform note_changes('announcements',
    array['management', 'user:' || post.user_id] || case when is_published_soon(post) then readers_of(post) end, array[post.id]);
end $$;

create or replace function note_announcements() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform note_announcement(old);
    return null;
  end if;
  perform note_announcement(new);
  if tg_op = 'UPDATE' then
    -- It leaves the lists of those who have it.
    if is_published_soon(old)
      and (not is_published_soon(new) or old.property_ids is distinct from new.property_ids)
    then
      perform note_changes('announcements', readers_of(old), array[old.id]);
    end if;
  end if;
  return null;
end $$;
create or replace trigger announcements_note_changes after insert or update or delete on announcements
  for each row execute function note_announcements();

-- What was for a property that is deleted is for the others that it names, and for nobody where it names none: never for everyone.
create or replace function leave_property() returns trigger language plpgsql as $$
begin
  update announcements set property_ids = array_remove(property_ids, old.id) where old.id = any(property_ids);
  return null;
end $$;
create or replace trigger properties_leave_announcements after delete on properties
  for each row execute function leave_property();

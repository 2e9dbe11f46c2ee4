-- What is counted towards limits.

-- Counts what somebody sends towards a quota; false, and nothing counted, where that is more than is left of it. Of two at once, one
-- waits for the lock, and the statement after it sees what the other has spent.
create or replace function spend_quota(quota text, wanted integer, most integer, minutes integer) returns boolean
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(quota, 0));
  insert into attempts (subject, spent) select quota, wanted
  where wanted + (select coalesce(sum(spent), 0) from attempts
    where subject = quota and at > now() - make_interval(mins => minutes)) <= most;
  return found;
end $$;

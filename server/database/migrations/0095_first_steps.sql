-- Since when the steps of the first week are not shown any more; null while they are.
alter table community add column first_steps_hidden_at timestamptz(3);

-- Whoever has units is past its first week, and is not asked for anything.
insert into community (first_steps_hidden_at) select now() where exists (select from units)
on conflict (id) do update set first_steps_hidden_at = excluded.first_steps_hidden_at;

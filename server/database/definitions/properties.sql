-- How a property is called, and which lists its name stands in.

-- A property's name as it stands beside a unit: where several have one name, with what tells them apart.
drop view if exists property_labels;
create view property_labels as
select id, case
    when count(*) over (partition by lower(property_name)) = 1 then property_name
    when count(*) over (partition by lower(property_name), lower(address)) = 1
      then property_name || ' (' || address || ')'
    else property_name || ' (ID ' || id || ')'
  end as property_name
from properties;

-- A property's name stands in most rows, and another property of its name changes how it is told apart.
create or replace function note_property() returns trigger language plpgsql as $$
begin
  insert into list_changes (list, scope) values
    ('users', 'management'), ('balances', 'management'), ('maintenance', 'management'), ('maintenance', 'everyone'),
    ('messages', 'management'), ('messages', 'everyone');
  return null;
end $$;
create or replace trigger properties_note_changes after insert or update or delete on properties
  for each statement execute function note_property();

create or replace function note_listed_property() returns trigger language plpgsql as $$
begin
  perform note_changes('properties', array['everyone'], array[coalesce(new.id, old.id)]);
  -- Its name stands beside its units, and tells others of its name apart.
  insert into list_changes (list, scope) values ('units', 'management');
  return null;
end $$;
create or replace trigger properties_note_listed after insert or update or delete on properties
  for each row execute function note_listed_property();

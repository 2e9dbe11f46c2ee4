-- "2b" and "2B" are one door. A later twin of an existing deployment keeps its records under a number that tells it apart.
update units set unit_number = left(unit_number, 8) || ' (ID ' || units.id || ')'
from (
  select id, row_number() over (partition by property_id, lower(unit_number) order by id) as twin from units
) as numbered
where numbered.id = units.id and twin > 1;

alter table units drop constraint units_number_in_property;
create unique index units_number_in_property on units (property_id, lower(unit_number));

drop index units_by_number;
create index units_by_number on units (lower(unit_number));

-- A property's name as it stands beside a unit: where several have one name, with what tells them apart.
create view property_labels as
select id, case
    when count(*) over (partition by lower(property_name)) = 1 then property_name
    when count(*) over (partition by lower(property_name), lower(address)) = 1
      then property_name || ' (' || address || ')'
    else property_name || ' (ID ' || id || ')'
  end as property_name
from properties;

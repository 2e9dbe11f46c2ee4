-- The properties that an announcement is for; null is everyone.
alter table announcements add column property_ids integer[];

-- Whether it was reported as management, for a unit: what someone becomes later shows nobody what they wrote before.
alter table maintenance_requests add column by_management boolean not null default false;
-- Of what is here already, what its reporter is now tells best.
update maintenance_requests set by_management = users.is_manager from users where users.id = user_id;

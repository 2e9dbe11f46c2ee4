-- Whether a pending upload is of somebody who registered themselves and is not confirmed: all photos of such people together have a limit.
alter table announced_photos add column by_newcomer boolean not null default false;

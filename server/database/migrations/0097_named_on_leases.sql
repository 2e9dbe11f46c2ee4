-- People who are named on a lease and neither sign in nor pay: who answers for it, and who lives there too, such as children.
alter table leases add column guarantors text[] not null default '{}';
alter table leases add column occupants text[] not null default '{}';

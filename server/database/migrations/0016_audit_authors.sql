-- Who did something is one of the users again. Not checked for what was recorded while there was no such rule.
alter table audit add constraint audit_author_fkey foreign key (author) references users not valid;

-- Like the record of what was deleted, that of who did it stays whatever becomes of them. Whoever does something has just
-- been found among the users, so the reference was only checked a second time.
alter table audit drop constraint audit_author_fkey;

-- Like the record of what was deleted, that of who did it stays whatever becomes of them. Who writes it is looked up
-- among the users in the same transaction, so the reference was only checked a second time.
alter table audit drop constraint audit_author_fkey;

-- When somebody last changed their own email address; null where management did, or nobody.
alter table users add column email_changed_at timestamptz(3);

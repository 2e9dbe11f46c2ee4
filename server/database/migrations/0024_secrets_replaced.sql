-- A secret that was replaced still verifies what it signed, for as long as that is valid.
alter table secrets add column previous text;
alter table secrets add column replaced_at timestamptz(3);

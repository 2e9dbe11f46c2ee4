-- What managers said of sheets that they imported, by the sheets' headings, so that the next one with the same is read in the same way.
create table import_sheets (
  -- A digest of the headings.
  headings text primary key,
  -- What the sheet contains and in which columns; null where the headings said it.
  correction jsonb,
  -- The answers to the questions of the sheet, by their ids.
  answers jsonb not null default '{}',
  saved_at timestamptz not null default now()
);

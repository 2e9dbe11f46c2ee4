-- At most one row: the last closed month. Nothing is dated into it, or before it, any more.
create table closed_books (
  one_row boolean primary key default true check (one_row),
  -- Its first day.
  month date not null check (extract(day from month) = 1),
  -- The community's as it was closed, in which entries without a day of their own count: an IANA name.
  time_zone text not null
);

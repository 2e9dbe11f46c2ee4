-- Usernames and addresses as they are kept since this version: each letter in one form, one ordinary space between words, and
-- addresses without what was copied along (contract/cleanText.ts). A later twin of somebody stays as it is, and signs in by
-- exactly what it is called.
with cleaned as (
  select id, username,
    btrim(regexp_replace(normalize(username, NFKC),
      '[\u0009-\u000D\u0020\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+', ' ', 'g')) as clean
  from users
), numbered as (
  select *, row_number() over (partition by lower(clean) order by username <> clean, id) as twin from cleaned
)
update users set username = clean from numbered
where numbered.id = users.id and twin = 1 and clean <> users.username and clean <> ''
  and not exists (select from users as other where lower(other.username) = lower(clean) and other.id <> numbered.id);

-- What an address is called does not change by this, so the links that were sent to it hold on.
alter table users disable trigger users_void_links;
with visible as (
  select id, email, regexp_replace(normalize(email, NFKC),
    '[\u0001-\u0008\u000E-\u001F\u007F-\u0084\u0086-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB]',
    '', 'g') as text
  from users where email <> ''
), cleaned as (
  select id, email,
    regexp_replace(regexp_replace(text, '^[\s<("''\[]*(mailto:)?[\s<("''\[]*', '', 'i'), '[\s>)"''\],;.]+$', '') as clean
  from visible
), numbered as (
  select *, row_number() over (partition by lower(clean) order by email <> clean, id) as twin from cleaned
)
update users set email = clean from numbered
where numbered.id = users.id and twin = 1 and clean <> users.email
  and clean ~ '^[^\s@<>()\[\]\\,;:"]+@[^\s@<>()\[\]\\,;:"]+\.[^\s@<>()\[\]\\,;:"]+$'
  and not exists (select from users as other where lower(other.email) = lower(clean) and other.id <> numbered.id);
alter table users enable trigger users_void_links;

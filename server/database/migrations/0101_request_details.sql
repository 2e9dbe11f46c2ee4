-- What a request says beside its words, and whom to call in an emergency. Null where nothing was said.
alter table maintenance_requests
  add column category text,
  add column room text,
  -- How soon somebody has to come.
  add column urgency text,
  -- Whether management may enter when nobody is home, and when.
  add column may_enter boolean not null default false,
  add column entry_hours text,
  add column pets text;

alter table community add column emergency_number text;

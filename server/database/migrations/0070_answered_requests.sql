-- When management last wrote in a request: it is a record of their work then, and stays although nobody confirmed its reporter.
alter table maintenance_requests add column answered_at timestamptz(3);

update maintenance_requests as request set answered_at = event.at
from (
  select about, max(created_at) as at from notification_events where kind = 'request_answered' and about is not null group by about
) as event
where event.about = 'maintenance:' || request.id;

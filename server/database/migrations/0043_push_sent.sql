-- Which browsers have a notification already, so that a delivery to several is tried again only where it failed.
create table push_sent (
  event_id integer not null references notification_events on delete cascade,
  subscription_id integer not null references push_subscriptions on delete cascade,
  primary key (event_id, subscription_id)
);
create index push_sent_subscription on push_sent (subscription_id);

// The incoming webhook, the log of its deliveries, and the notifications that go back.
export const webhookTables = `
create table webhook (
  app_id {text} primary key references app (id),
  enabled {int} not null,
  token_hash {text} not null unique,
  token {text} not null,
  preset {text} not null,
  mapping {text} not null,
  default_platforms {text} not null,
  default_priority {text},
  secret {text},
  notify_url {text},
  created_at {int} not null,
  check (notify_url is null or secret is not null)
) {strict};

create table delivery (
  id {text} not null,
  app_id {text} not null references app (id),
  received_at {int} not null,
  status {int} not null,
  code {text},
  message {text},
  issue_id {text},
  replay_of {text},
  headers {text} not null,
  encoding {text} not null,
  body {text}
) {strict};
create unique index delivery_by_app on delivery (app_id, id);

create table notification (
  id {text} primary key,
  app_id {text} not null references app (id),
  issue_id {text},
  kind {text} not null,
  repeat_of {text},
  state {text} not null,
  body {text} not null,
  created_at {int} not null,
  claimed_at {int},
  finished_at {int},
  outcome {text},
  http_status {int},
  duration_ms {int}
) {strict};
create index notification_by_app on notification (app_id, id);
create index notification_pending on notification (id) where state = 'pending';

create table secret_check (
  id {int} primary key,
  sealed {text} not null
) {strict};

alter table issue add column unverified {int} not null default 0;
create index issue_unverified on issue (app_id) where unverified = 1;
`;

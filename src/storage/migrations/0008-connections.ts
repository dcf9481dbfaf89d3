// Connections to other tools, what is forwarded to them, the things there that belong to issues here, and what was heard.
export const connectionTables = `
create table connection (
  id {text} primary key,
  app_id {text} not null references app (id),
  tool {text} not null,
  name {text} not null,
  enabled {int} not null,
  token_hash {text} not null unique,
  token {text} not null,
  settings {text} not null,
  credentials {text} not null,
  created_at {int} not null,
  heard_at {int},
  heard {text},
  sent_at {int},
  sent {text},
  failures {int} not null,
  paused_at {int},
  next_at {int}
) {strict};
create index connection_by_app on connection (app_id, id);
create index connection_due on connection (next_at) where next_at is not null;

create table forward (
  id {text} primary key,
  app_id {text} not null references app (id),
  connection_id {text} not null references connection (id),
  issue_id {text},
  kind {text} not null,
  state {text} not null,
  happening {text} not null,
  attempts {int} not null,
  created_at {int} not null,
  tried_at {int},
  finished_at {int},
  outcome {text},
  http_status {int}
) {strict};
create index forward_by_connection on forward (connection_id, id);
create index forward_pending on forward (connection_id, id) where state = 'pending';
create index forward_by_app on forward (app_id, id);

create table item (
  connection_id {text} not null references connection (id),
  external_id {text} not null,
  issue_id {text} not null references issue (id),
  name {text},
  url {text},
  state {text} not null,
  seen {text},
  primary key (connection_id, external_id)
) {strict_without_rowid};
create index item_by_issue on item (issue_id, connection_id);

create table receipt (
  connection_id {text} not null references connection (id),
  name {text} not null,
  at {int} not null,
  primary key (connection_id, name)
) {strict_without_rowid};
create index receipt_by_age on receipt (at);

alter table app add column forwards {int} not null default 0;
`;

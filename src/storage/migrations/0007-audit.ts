// The audit log, and the browser that a session was opened with. Entries refer to nothing: they outlive what they are about,
// and whoever writes one waits for nobody but the writer of the one before.
export const audit = `
create table audit (
  id {text} not null,
  workspace_id {text} not null,
  at {int} not null,
  actor_kind {text} not null,
  actor_id {text},
  actor_name {text} not null,
  address {text},
  request_id {text},
  action {text} not null,
  target_kind {text},
  target_id {text},
  target_name {text},
  app_id {text},
  details {text} not null,
  previous {text} not null,
  primary key (workspace_id, id)
) {strict};
create index audit_by_action on audit (workspace_id, action, id);
create index audit_by_actor on audit (workspace_id, actor_name, id);
create index audit_by_app on audit (workspace_id, app_id, id) where app_id is not null;

create table audit_head (
  workspace_id {text} primary key,
  entries {int} not null,
  last_id {text} not null,
  last_at {int} not null,
  last_hash {text} not null,
  cut_id {text} not null,
  cut_hash {text} not null
) {strict};

alter table session add column agent {text};
`;

// What is needed to forget people: the salts of the audit log's entries, and erasures, which go on where they were when a server stops.
// Servers of the version before write entries without salts, and these stay as they are.
export const erasing = `
alter table audit add column salts {text};

create table erasure (
  id {text} primary key,
  workspace_id {text} not null references workspace (id),
  kind {text} not null,
  state {text} not null,
  subject {text},
  progress {text} not null,
  changed {int} not null,
  started_at {int} not null,
  settles_at {int} not null,
  finished_at {int}
) {strict};
create index erasure_by_workspace on erasure (workspace_id, id);
create index erasure_unfinished on erasure (id) where finished_at is null;
`;

// People: their sessions, and the invitations by which they come. An e-mail address belongs to one person of a server.
export const people = `
drop index person_by_email;
create unique index person_by_email on person (email) where removed_at is null;
create index person_by_workspace on person (workspace_id, id);

create table session (
  hash {text} primary key,
  person_id {text} not null references person (id),
  created_at {int} not null,
  last_seen_at {int} not null,
  expires_at {int} not null
) {strict_without_rowid};
create index session_by_person on session (person_id);

create table invitation (
  id {text} primary key,
  hash {text} not null unique,
  workspace_id {text} not null references workspace (id),
  role {text} not null,
  apps {text},
  email {text},
  first_admin {int} not null,
  created_by {text} references person (id),
  created_at {int} not null,
  expires_at {int} not null,
  used_at {int}
) {strict};
create index invitation_by_workspace on invitation (workspace_id, id);
create index invitation_by_person on invitation (created_by) where created_by is not null;
`;

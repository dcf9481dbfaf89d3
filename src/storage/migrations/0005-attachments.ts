// Attachments of issues, files that nothing names, and who issues are assigned to.
export const attachments = `
create table attachment (
  issue_id {text} not null references issue (id),
  name {text} not null,
  kind {text} not null,
  type {text} not null,
  size {int} not null,
  hash {text} not null,
  file {text},
  attached_at {int} not null,
  primary key (issue_id, name)
) {strict_without_rowid};

create table loose_file (
  file {text} primary key,
  since {int} not null
) {strict_without_rowid};
create index loose_file_by_age on loose_file (since, file);

create table assignee (
  issue_id {text} not null references issue (id),
  person_id {text} not null references person (id),
  position {int} not null,
  primary key (issue_id, person_id)
) {strict_without_rowid};
create index assignee_by_person on assignee (person_id, issue_id);
`;

// Screenshots and recordings of results. A result shows them from a column of its own, empty unless there are some, so that recording and
// listing results cost nothing more. A server of the version before takes a result back without looking here: the rows go with it.
export const resultAttachments = `
create table result_attachment (
  result_id {text} not null references result (id) on delete cascade,
  name {text} not null,
  kind {text} not null,
  type {text} not null,
  size {int} not null,
  hash {text} not null,
  file {text},
  attached_at {int} not null,
  primary key (result_id, name)
) {strict_without_rowid};

alter table result add column attachments {text};
`;

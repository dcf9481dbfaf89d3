// Comments on issues with the people that they mention, who watches which issue, and everybody's inbox. Of somebody's inbox one entry of a
// kind about one thing is unread at the most, however often it happens: a flood is one entry.
export const talking = `
create table comment (
  id {text} primary key,
  issue_id {text} not null,
  app_id {text} not null,
  author_kind {text} not null,
  author_id {text} not null,
  author {text} not null,
  text {text} not null,
  written_at {int} not null,
  edited_at {int},
  deleted_at {int},
  tool {text},
  connection_id {text},
  external_id {text}
) {strict};
create index comment_by_issue on comment (issue_id, id);
create index comment_by_author on comment (author_id, id);
create index comment_by_app on comment (app_id);
create unique index comment_by_external_id on comment (connection_id, external_id) where external_id is not null;

create table mention (
  comment_id {text} not null,
  person_id {text} not null,
  name {text} not null,
  primary key (comment_id, person_id)
) {strict_without_rowid};
create index mention_by_person on mention (person_id);

create table watcher (
  issue_id {text} not null,
  person_id {text} not null,
  reason {text} not null,
  stopped_at {int},
  primary key (issue_id, person_id)
) {strict_without_rowid};
create index watcher_by_person on watcher (person_id);

create table inbox_entry (
  id {text} primary key,
  person_id {text} not null,
  app_id {text} not null,
  kind {text} not null,
  subject {text} not null,
  issue_id {text},
  cycle_id {text},
  comment_id {text},
  actor {text} not null,
  times {int} not null,
  at {int} not null,
  revision {int} not null,
  read_at {int}
) {strict};
create unique index inbox_entry_unread on inbox_entry (person_id, kind, subject) where read_at is null;
create index inbox_entry_by_person on inbox_entry (person_id, at, id);
create index inbox_entry_by_revision on inbox_entry (app_id, revision);
`;

// The index that issues are searched and filtered by. The two databases have nothing in common here: SQLite keeps it in
// a table of its own, PostgreSQL in a column of the issue. `searched` is 0 for issues from before, until they are in it.
// An issue by its number has the number first: an index that begins with the app would tempt PostgreSQL to list by it.
const both = `
alter table issue add column searched {int} not null default 0;
create index issue_unsearched on issue (id) where searched = 0;
create index issue_by_number on issue (number, app_id);
create index check_by_section on "check" (section_id);
`;

/**
 * The index keeps no texts, only which rows have a term. A row's number is the app's place and, below it, the issue's
 * number, so that the issues of an app are a range in the order of raising. Terms come ready; nothing is to be cut or
 * folded but ASCII, which is that already.
 */
const sqlite = `${both}
create table app_place (
  place integer primary key,
  app_id {text} not null unique references app (id)
) {strict};
create virtual table issue_index using fts5 (terms, content='', contentless_delete=1, detail=none, tokenize='ascii');
insert into issue_index (issue_index, rank) values ('automerge', 8);
`;

const postgres = `${both}
alter table issue add column terms tsvector;
create index issue_by_terms on issue using gin (terms);
`;

export const search = { sqlite, postgres };

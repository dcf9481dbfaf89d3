// What a reader needs to be told only what changed, and the state of each app day by day.
export const live = `
alter table app add column structure_revision {int} not null default 0;
update app set structure_revision = revision;

alter table standing add column revision {int} not null default 0;

create table snapshot (
  app_id {text} not null references app (id),
  day {int} not null,
  revision {int} not null,
  passed {int} not null,
  failed {int} not null,
  needs_retest {int} not null,
  untested {int} not null,
  not_applicable {int} not null,
  primary key (app_id, day)
) {strict_without_rowid};
`;

// Cycles: rounds of testing, each with a reading of its own, and what was found once they are closed. Rows below a cycle are written
// and dropped with it, thousands in one statement: nothing looks up each of them to see that it refers to something.
export const cycleTables = `
create table cycle (
  id {text} primary key,
  app_id {text} not null references app (id),
  name {text} not null,
  name_form {text} not null,
  build {text},
  platforms {text},
  sections {text},
  from_cycle_id {text},
  start_revision {int} not null,
  started_at {int} not null,
  started_by {text} not null,
  closed_at {int},
  closed_by {text},
  checks {int} not null,
  passed {int} not null,
  failed {int} not null,
  needs_retest {int} not null,
  untested {int} not null,
  not_applicable {int} not null,
  open_issues {int} not null,
  frozen_platforms {text}
) {strict};
create unique index cycle_by_name on cycle (app_id, name_form);
create index cycle_by_app on cycle (app_id, id);
create index cycle_open on cycle (app_id, id) where closed_at is null;

create table cycle_list (
  cycle_id {text} not null,
  check_id {text} not null,
  platform {text} not null,
  primary key (cycle_id, check_id, platform)
) {strict_without_rowid};

create table cycle_status (
  cycle_id {text} not null,
  check_id {text} not null,
  platform {text} not null,
  status {text} not null,
  outcome {text},
  result_id {text},
  revision {int} not null,
  primary key (cycle_id, check_id, platform)
) {strict_without_rowid};

create table cycle_section (
  cycle_id {text} not null,
  section_id {text} not null,
  ref {text},
  title {text},
  position {int},
  checks {int} not null,
  passed {int} not null,
  failed {int} not null,
  needs_retest {int} not null,
  untested {int} not null,
  not_applicable {int} not null,
  primary key (cycle_id, section_id)
) {strict_without_rowid};

create table cycle_tester (
  cycle_id {text} not null,
  section_id {text} not null,
  person_id {text} not null,
  primary key (cycle_id, section_id, person_id)
) {strict_without_rowid};

create table cycle_day (
  cycle_id {text} not null,
  day {int} not null,
  revision {int} not null,
  passed {int} not null,
  failed {int} not null,
  needs_retest {int} not null,
  untested {int} not null,
  not_applicable {int} not null,
  primary key (cycle_id, day)
) {strict_without_rowid};

create table frozen_check (
  cycle_id {text} not null,
  position {int} not null,
  check_id {text} not null,
  section_id {text} not null,
  ref {text} not null,
  title {text} not null,
  instructions {text},
  created_at {int} not null,
  primary key (cycle_id, position)
) {strict_without_rowid};

create table frozen_status (
  cycle_id {text} not null,
  check_id {text} not null,
  platform {text} not null,
  status {text} not null,
  outcome {text},
  result_id {text},
  recorded_by {text},
  recorded_at {int},
  note {text},
  build {text},
  issues {text} not null,
  primary key (cycle_id, check_id, platform)
) {strict_without_rowid};

alter table result add column cycle_id {text};
`;

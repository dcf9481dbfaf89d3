// The first schema. `{text}` and friends are spelled for each database by migrate.ts.
export const foundation = `
create table workspace (
  id {text} primary key,
  name {text} not null,
  plan {text} not null,
  created_at {int} not null,
  keys_revision {int} not null
) {strict};

create table app (
  id {text} primary key,
  workspace_id {text} not null references workspace (id),
  name {text} not null,
  prefix {text} not null,
  mode {text} not null,
  plan {text} not null,
  created_at {int} not null,
  updated_at {int} not null,
  revision {int} not null,
  shape_revision {int} not null,
  last_number {int} not null,
  last_ref {int} not null,
  checks {int} not null,
  open_issues {int} not null,
  unique (workspace_id, name),
  unique (workspace_id, prefix)
) {strict};

create table platform (
  app_id {text} not null references app (id),
  code {text} not null,
  label {text} not null,
  position {int} not null,
  used {int} not null,
  primary key (app_id, code)
) {strict_without_rowid};

create table repository (
  app_id {text} not null references app (id),
  repo {text} not null,
  platforms {text} not null,
  position {int} not null,
  primary key (app_id, repo)
) {strict_without_rowid};

create table section (
  id {text} primary key,
  app_id {text} not null references app (id),
  ref {text} not null,
  title {text} not null,
  position {int} not null,
  created_at {int} not null,
  checks {int} not null,
  passed {int} not null,
  failed {int} not null,
  needs_retest {int} not null,
  untested {int} not null,
  not_applicable {int} not null,
  unique (app_id, ref)
) {strict};
create index section_in_order on section (app_id, position);

create table "check" (
  id {text} primary key,
  app_id {text} not null references app (id),
  section_id {text} references section (id),
  ref {text} not null,
  title {text} not null,
  instructions {text},
  position {int} not null,
  created_at {int} not null,
  archived_at {int}
) {strict};
create unique index check_by_ref on "check" (app_id, ref) where archived_at is null;
create index check_by_title on "check" (app_id, title) where archived_at is null;
create index check_in_order on "check" (section_id, position) where archived_at is null;

create table standing (
  check_id {text} not null references "check" (id),
  platform {text} not null,
  status {text} not null,
  not_applicable {int} not null,
  open_issues {int} not null,
  fixed_revision {int} not null,
  result_revision {int} not null,
  outcome {text},
  result_id {text},
  primary key (check_id, platform)
) {strict_without_rowid};

create table result (
  id {text} primary key,
  app_id {text} not null references app (id),
  check_id {text} not null references "check" (id),
  platform {text} not null,
  outcome {text} not null,
  note {text},
  build {text},
  recorded_by {text} not null,
  recorded_at {int} not null,
  revision {int} not null
) {strict};
create index result_by_app on result (app_id, platform, id);
create index result_by_check on result (check_id, platform, id);

create table issue (
  id {text} primary key,
  app_id {text} not null references app (id),
  number {int} not null,
  check_id {text} references "check" (id),
  section_id {text} references section (id),
  status {text} not null,
  fixed_at {int},
  fixed_revision {int},
  dedupe_key {text},
  document {text} not null
) {strict};
create index issue_by_app on issue (app_id, status, id);
create index issue_by_check on issue (check_id, status, id) where check_id is not null;
create index issue_by_section on issue (section_id) where section_id is not null;
create index issue_fixed_by_app on issue (app_id, fixed_at, id) where fixed_at is not null;
create index issue_fixed_by_check on issue (check_id, fixed_at, id) where fixed_at is not null and check_id is not null;

create table fix (
  issue_id {text} not null references issue (id),
  platform {text} not null,
  check_id {text} not null references "check" (id),
  revision {int} not null,
  primary key (issue_id, platform)
) {strict_without_rowid};
create index fix_by_check on fix (check_id, platform, revision);

create table slot (
  app_id {text} not null references app (id),
  dedupe_key {text} not null,
  issue_id {text} not null references issue (id),
  waiting {text} not null,
  primary key (app_id, dedupe_key)
) {strict_without_rowid};

create table event (
  app_id {text} not null references app (id),
  revision {int} not null,
  part {int} not null,
  kind {text} not null,
  at {int} not null,
  actor {text} not null,
  issue_id {text} references issue (id),
  changes {text} not null,
  primary key (app_id, revision, part)
) {strict_without_rowid};
create index event_by_issue on event (issue_id, revision, part) where issue_id is not null;

create table key (
  id {text} primary key,
  workspace_id {text} not null references workspace (id),
  name {text} not null,
  role {text} not null,
  apps {text},
  created_at {int} not null,
  last_used_at {int},
  revoked_at {int}
) {strict};
create index key_by_workspace on key (workspace_id, id);

create table key_secret (
  hash {text} primary key,
  key_id {text} not null references key (id),
  expires_at {int}
) {strict_without_rowid};
create index key_secret_by_key on key_secret (key_id);

create table person (
  id {text} primary key,
  workspace_id {text} not null references workspace (id),
  name {text} not null,
  email {text} not null,
  role {text} not null,
  apps {text},
  password_hash {text},
  created_at {int} not null,
  removed_at {int}
) {strict};
create unique index person_by_email on person (workspace_id, email) where removed_at is null;

create table counter (
  scope {text} not null,
  period {int} not null,
  n {int} not null,
  primary key (scope, period)
) {strict_without_rowid};
`;

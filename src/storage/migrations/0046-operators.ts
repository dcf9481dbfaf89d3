// Operators: accounts of the first workspace that see to all of them. What each workspace may send is in its row, null for what holds for every
// workspace of the server; how much each has used is counted now and then, so that nobody has to wait while it is; the bytes of its
// files are counted as they come and go.
export const operators = `
alter table person add column operator_since {int};
create index person_by_operator on person (operator_since) where operator_since is not null;

alter table workspace add column request_rate {int};
alter table workspace add column delivery_rate {int};
alter table workspace add column stream_limit {int};
alter table workspace add column file_limit {int};

create table workspace_use (
  workspace_id {text} primary key references workspace (id),
  counted_at {int} not null,
  month {int} not null,
  apps {int} not null,
  people {int} not null,
  keys {int} not null,
  issues {int} not null,
  issues_of_month {int} not null,
  deliveries_of_month {int} not null,
  deliveries_until {int} not null,
  last_activity_at {int}
) {strict_without_rowid};

insert into counter (scope, period, n)
  select 'file-bytes:' || workspace_id, 0, sum(size) from (
    select app.workspace_id, a.size from attachment a join issue i on i.id = a.issue_id join app on app.id = i.app_id
      where a.file is not null
    union all
    select app.workspace_id, a.size from result_attachment a join result r on r.id = a.result_id join app on app.id = r.app_id
      where a.file is not null
  ) kept group by workspace_id;
`;

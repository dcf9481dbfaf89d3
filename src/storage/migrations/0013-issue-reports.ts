// How often a webhook reported an issue, the order of fixes, and the prefixes that apps had before.
import type { Dialect } from "../database/database.ts";

/** Repeats are counted from the deliveries still in the log; the first one raised the issue and doesn't count. */
const repeats = `
alter table issue add column repeats {int} not null default 0;
alter table issue add column repeated_at {int};
update issue set repeats = counted.n, repeated_at = counted.last
from (
  select issue_id, count(*) as n, max(received_at) as last from delivery where status = 200 and issue_id is not null
  group by issue_id
) counted
where issue.id = counted.issue_id;
`;

/** Fixes of one moment are in the order of the app's revisions. */
const order = `
drop index issue_fixed_by_app;
drop index issue_fixed_by_check;
create index issue_fixed_by_app on issue (app_id, fixed_at, fixed_revision, id) where fixed_at is not null;
create index issue_fixed_by_check on issue (check_id, fixed_at, fixed_revision, id)
  where fixed_at is not null and check_id is not null;
`;

/** A prefix stays the app's when it gets another one; of those that several had before now, it is the last one's. */
function formerPrefixes(from: string): string {
  return `
create table former_prefix (
  workspace_id {text} not null references workspace (id),
  prefix {text} not null,
  app_id {text} not null references app (id),
  primary key (workspace_id, prefix)
) {strict_without_rowid};
insert into former_prefix (workspace_id, prefix, app_id)
select app.workspace_id, ${from}, app.id
from event join app on app.id = event.app_id
where event.kind = 'app_changed' and ${from} is not null
  and not exists (select 1 from app other where other.workspace_id = app.workspace_id and other.prefix = ${from})
order by event.at desc
on conflict do nothing;
`;
}

/** PostgreSQL does not read all that may stand in the texts of an event as JSON: it looks for the one field. */
const FROM: Record<Dialect, string> = {
  sqlite: "json_extract(event.changes, '$.prefix.from')",
  postgres: `substring(event.changes from '"prefix":\\{"from":"([A-Z]{2,5})"')`,
};

export const issueReports: Record<Dialect, string> = {
  sqlite: repeats + order + formerPrefixes(FROM.sqlite),
  // All at once and the app first, as writers do.
  postgres: `lock table app, issue, event, delivery in access exclusive mode;${repeats}${order}${formerPrefixes(FROM.postgres)}`,
};
